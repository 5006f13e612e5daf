<?xml version="1.0" encoding="utf-8"?>
<!DOCTYPE TS>
<TS version="2.1" language="de" sourcelanguage="en">
 <context>
  <name>LiveObjects</name>
  <message>
   <source> min</source>
   <translation> min</translation>
  </message>
  <message>
   <source>&amp;About Live Objects</source>
   <translation>Ü&amp;ber Live Objects</translation>
  </message>
  <message>
   <source>&amp;Add</source>
   <translation>&amp;Hinzufügen</translation>
  </message>
  <message>
   <source>&amp;Add the row</source>
   <translation>&amp;Zeile hinzufügen</translation>
  </message>
  <message>
   <source>&amp;Allow</source>
   <translation>&amp;Erlauben</translation>
  </message>
  <message>
   <source>&amp;Allow in a sandbox</source>
   <translation>In einer Sandbox &amp;erlauben</translation>
  </message>
  <message>
   <source>&amp;Arrange</source>
   <translation>&amp;Anordnen</translation>
  </message>
  <message>
   <source>&amp;Ask</source>
   <translation>&amp;Fragen</translation>
  </message>
  <message>
   <source>&amp;Change</source>
   <translation>&amp;Ändern</translation>
  </message>
  <message>
   <source>&amp;Change…</source>
   <translation>&amp;Ändern …</translation>
  </message>
  <message>
   <source>&amp;Choose …</source>
   <translation>&amp;Wählen …</translation>
  </message>
  <message>
   <source>&amp;Close</source>
   <translation>S&amp;chließen</translation>
  </message>
  <message>
   <source>&amp;Close the page</source>
   <translation>Seite s&amp;chließen</translation>
  </message>
  <message>
   <source>&amp;Colours</source>
   <translation>&amp;Farben</translation>
  </message>
  <message>
   <source>&amp;Columns</source>
   <translation>S&amp;palten</translation>
  </message>
  <message>
   <source>&amp;Connect from this computer</source>
   <translation>&amp;Von diesem Rechner verbinden</translation>
  </message>
  <message>
   <source>&amp;Copy</source>
   <translation>&amp;Kopieren</translation>
  </message>
  <message>
   <source>&amp;Delete</source>
   <translation>&amp;Löschen</translation>
  </message>
  <message>
   <source>&amp;Discard</source>
   <translation>&amp;Verwerfen</translation>
  </message>
  <message>
   <source>&amp;Do not allow</source>
   <translation>&amp;Nicht erlauben</translation>
  </message>
  <message>
   <source>&amp;Do not lead</source>
   <translation>&amp;Nicht leiten</translation>
  </message>
  <message>
   <source>&amp;E-mail…</source>
   <translation>&amp;E-Mail …</translation>
  </message>
  <message>
   <source>&amp;Edit</source>
   <translation>&amp;Bearbeiten</translation>
  </message>
  <message>
   <source>&amp;File</source>
   <translation>&amp;Datei</translation>
  </message>
  <message>
   <source>&amp;Fit</source>
   <translation>&amp;Einpassen</translation>
  </message>
  <message>
   <source>&amp;Follow</source>
   <translation>&amp;Folgen</translation>
  </message>
  <message>
   <source>&amp;Give it back</source>
   <translation>&amp;Zurückgeben</translation>
  </message>
  <message>
   <source>&amp;Go on</source>
   <translation>&amp;Weiter</translation>
  </message>
  <message>
   <source>&amp;Grid</source>
   <translation>&amp;Gitter</translation>
  </message>
  <message>
   <source>&amp;Help</source>
   <translation>&amp;Hilfe</translation>
  </message>
  <message>
   <source>&amp;Help pages</source>
   <translation>&amp;Hilfeseiten</translation>
  </message>
  <message>
   <source>&amp;History of the content…</source>
   <translation>&amp;Verlauf des Inhalts…</translation>
  </message>
  <message>
   <source>&amp;Insert</source>
   <translation>&amp;Einfügen</translation>
  </message>
  <message>
   <source>&amp;Keyboard shortcuts</source>
   <translation>&amp;Tastenkürzel</translation>
  </message>
  <message>
   <source>&amp;Language</source>
   <translation>&amp;Sprache</translation>
  </message>
  <message>
   <source>&amp;Let go…</source>
   <translation>&amp;Loslassen …</translation>
  </message>
  <message>
   <source>&amp;Let only these people in</source>
   <translation>&amp;Nur diese Personen einlassen</translation>
  </message>
  <message>
   <source>&amp;Let them</source>
   <translation>&amp;Überlassen</translation>
  </message>
  <message>
   <source>&amp;Live</source>
   <translation>&amp;Live</translation>
  </message>
  <message>
   <source>&amp;More</source>
   <translation>&amp;Mehr</translation>
  </message>
  <message>
   <source>&amp;Name this version</source>
   <translation>Diese Version be&amp;nennen</translation>
  </message>
  <message>
   <source>&amp;New page</source>
   <translation>&amp;Neue Seite</translation>
  </message>
  <message>
   <source>&amp;New row</source>
   <translation>&amp;Neue Zeile</translation>
  </message>
  <message>
   <source>&amp;No</source>
   <translation>&amp;Nein</translation>
  </message>
  <message>
   <source>&amp;Open</source>
   <translation>Ö&amp;ffnen</translation>
  </message>
  <message>
   <source>&amp;Open a file…</source>
   <translation>Datei ö&amp;ffnen …</translation>
  </message>
  <message>
   <source>&amp;Open it</source>
   <translation>Ö&amp;ffnen</translation>
  </message>
  <message>
   <source>&amp;Open…</source>
   <translation>Ö&amp;ffnen …</translation>
  </message>
  <message>
   <source>&amp;Paste</source>
   <translation>E&amp;infügen</translation>
  </message>
  <message>
   <source>&amp;Pause</source>
   <translation>&amp;Pause</translation>
  </message>
  <message>
   <source>&amp;Present</source>
   <translation>&amp;Vorführen</translation>
  </message>
  <message>
   <source>&amp;Print…</source>
   <translation>&amp;Drucken …</translation>
  </message>
  <message>
   <source>&amp;QR code</source>
   <translation>&amp;QR-Code</translation>
  </message>
  <message>
   <source>&amp;Quit</source>
   <translation>&amp;Beenden</translation>
  </message>
  <message>
   <source>&amp;Recover</source>
   <translation>&amp;Wiederherstellen</translation>
  </message>
  <message>
   <source>&amp;Remove</source>
   <translation>&amp;Entfernen</translation>
  </message>
  <message>
   <source>&amp;Reset</source>
   <translation>&amp;Zurücksetzen</translation>
  </message>
  <message>
   <source>&amp;Restore</source>
   <translation>&amp;Wiederherstellen</translation>
  </message>
  <message>
   <source>&amp;Save</source>
   <translation>&amp;Speichern</translation>
  </message>
  <message>
   <source>&amp;Save as …</source>
   <translation>&amp;Speichern unter …</translation>
  </message>
  <message>
   <source>&amp;Save …</source>
   <translation>&amp;Speichern …</translation>
  </message>
  <message>
   <source>&amp;Send</source>
   <translation>&amp;Senden</translation>
  </message>
  <message>
   <source>&amp;Set</source>
   <translation>&amp;Setzen</translation>
  </message>
  <message>
   <source>&amp;Share</source>
   <translation>&amp;Teilen</translation>
  </message>
  <message>
   <source>&amp;Share…</source>
   <translation>&amp;Teilen …</translation>
  </message>
  <message>
   <source>&amp;Show …</source>
   <translation>&amp;Zeigen …</translation>
  </message>
  <message>
   <source>&amp;Start</source>
   <translation>&amp;Start</translation>
  </message>
  <message>
   <source>&amp;Stop</source>
   <translation>&amp;Halt</translation>
  </message>
  <message>
   <source>&amp;Take it</source>
   <translation>&amp;Nehmen</translation>
  </message>
  <message>
   <source>&amp;Take note</source>
   <translation>&amp;Zur Kenntnis nehmen</translation>
  </message>
  <message>
   <source>&amp;Tidy up</source>
   <translation>&amp;Aufräumen</translation>
  </message>
  <message>
   <source>&amp;Trust fully</source>
   <translation>&amp;Ganz vertrauen</translation>
  </message>
  <message>
   <source>&amp;Try again</source>
   <translation>Noch einmal &amp;versuchen</translation>
  </message>
  <message>
   <source>&amp;Versions…</source>
   <translation>Fassu&amp;ngen …</translation>
  </message>
  <message>
   <source>&amp;View</source>
   <translation>&amp;Ansicht</translation>
  </message>
  <message>
   <source>&amp;Wait for it</source>
   <translation>&amp;Darauf warten</translation>
  </message>
  <message>
   <source>&amp;Wait no longer</source>
   <translation>&amp;Nicht länger warten</translation>
  </message>
  <message>
   <source>&amp;Welcome</source>
   <translation>&amp;Willkommen</translation>
  </message>
  <message>
   <source>&amp;With content: files and messages show it to somebody who opens them alone</source>
   <translation>&amp;Mit Inhalt: Dateien und Nachrichten zeigen ihn auch dem, der sie allein öffnet</translation>
  </message>
  <message>
   <source>'{name}' is not a group</source>
   <translation>'{name}' ist keine Gruppe</translation>
  </message>
  <message>
   <source>+ Add</source>
   <translation>+ Hinzufügen</translation>
  </message>
  <message>
   <source>1 block</source>
   <translation>1 Baustein</translation>
  </message>
  <message>
   <source>1 item</source>
   <translation>1 Eintrag</translation>
  </message>
  <message>
   <source>1 part</source>
   <translation>1 Teil</translation>
  </message>
  <message>
   <source>1 part works only on this computer.</source>
   <translation>1 Teil funktioniert nur auf diesem Computer.</translation>
  </message>
  <message>
   <source>1 problem</source>
   <translation>1 Problem</translation>
  </message>
  <message>
   <source>1 wire</source>
   <translation>1 Leitung</translation>
  </message>
  <message>
   <source>2D desktop</source>
   <translation>2D-Schreibtisch</translation>
  </message>
  <message>
   <source>3D desktop</source>
   <translation>3D-Schreibtisch</translation>
  </message>
  <message>
   <source>A bubble on a map for each place in a feed, as large as a number of it.</source>
   <translation>Eine Blase auf einer Karte für jeden Ort in einem Datenstrom, so groß wie eine Zahl daraus.</translation>
  </message>
  <message>
   <source>A button that everyone can press; each press reaches all, with who it was and when.</source>
   <translation>Ein Taster, den alle drücken können; jeder Druck erreicht alle, mit wem und wann.</translation>
  </message>
  <message>
   <source>A button that everyone can press; each press reaches all.</source>
   <translation>Ein Taster, den alle drücken können; jeder Druck erreicht alle.</translation>
  </message>
  <message>
   <source>a camera</source>
   <translation>eine Kamera</translation>
  </message>
  <message>
   <source>a channel</source>
   <translation>ein Kanal</translation>
  </message>
  <message>
   <source>A channel whose local details each node keeps in its registry as MyPlatform, so that this reference is the same everywhere.</source>
   <translation>Ein Kanal, dessen örtliche Einzelheiten jeder Knoten in seinem Verzeichnis als MyPlatform führt, damit diese Referenz überall gleich ist.</translation>
  </message>
  <message>
   <source>A channel wired from its layers</source>
   <translation>Ein Kanal, aus seinen Schichten verbunden</translation>
  </message>
  <message>
   <source>a channel with a shared state</source>
   <translation>ein Kanal mit gemeinsamem Stand</translation>
  </message>
  <message>
   <source>A checkpointed channel that keeps everything on disk and has it again after its last user left.</source>
   <translation>Ein Kanal mit Stand, der alles auf der Platte hält und wieder hat, nachdem alle gegangen sind.</translation>
  </message>
  <message>
   <source>A collection without order or doubles that everyone sees and changes, item by item.</source>
   <translation>Eine Sammlung ohne Reihenfolge und ohne Doppeltes, die alle sehen und Stück für Stück ändern.</translation>
  </message>
  <message>
   <source>A colour is written # and six hexadecimal digits, such as #4454d6.</source>
   <translation>Eine Farbe schreibt man mit # und sechs Hexadezimalziffern, etwa #4454d6.</translation>
  </message>
  <message>
   <source>a column with gaps</source>
   <translation>eine Spalte mit Lücken</translation>
  </message>
  <message>
   <source>a connection cannot be wired to itself</source>
   <translation>ein Anschluss kann nicht mit sich selbst verbunden werden</translation>
  </message>
  <message>
   <source>a connection of its own kind</source>
   <translation>ein Anschluss eigener Art</translation>
  </message>
  <message>
   <source>a connection to connect to</source>
   <translation>ein Anschluss zum Verbinden</translation>
  </message>
  <message>
   <source>A copy was saved.</source>
   <translation>Eine Kopie wurde gespeichert.</translation>
  </message>
  <message>
   <source>A date and time</source>
   <translation>Datum und Uhrzeit</translation>
  </message>
  <message>
   <source>a date and time</source>
   <translation>Datum und Uhrzeit</translation>
  </message>
  <message>
   <source>A dictionary from {what} to {words}</source>
   <translation>Ein Wörterbuch von {what} zu {words}</translation>
  </message>
  <message>
   <source>a dictionary from {what} to {words}</source>
   <translation>ein Wörterbuch von {what} zu {words}</translation>
  </message>
  <message>
   <source>A double click on a .liveobject file opens it now.</source>
   <translation>Ein Doppelklick auf eine .liveobject-Datei öffnet sie jetzt.</translation>
  </message>
  <message>
   <source>A few words from you</source>
   <translation>Ein paar Worte von Ihnen</translation>
  </message>
  <message>
   <source>A file that everyone can save, or the place where it lies; it is never opened by itself.</source>
   <translation>Eine Datei, die alle speichern können, oder der Ort, an dem sie liegt; sie wird nie von selbst geöffnet.</translation>
  </message>
  <message>
   <source>A file that everyone can save; drop another one on it.</source>
   <translation>Eine Datei, die alle speichern können; legen Sie eine andere darauf ab.</translation>
  </message>
  <message>
   <source>A film …</source>
   <translation>Ein Film …</translation>
  </message>
  <message>
   <source>a folder of objects</source>
   <translation>ein Ordner von Objekten</translation>
  </message>
  <message>
   <source>A folder that both computers reach</source>
   <translation>Ein Ordner, den beide Rechner erreichen</translation>
  </message>
  <message>
   <source>A folder that grows…</source>
   <translation>Ein wachsender Ordner …</translation>
  </message>
  <message>
   <source>A form that everyone fills in together; each field shows who wrote last, and when.</source>
   <translation>Ein Formular, das alle gemeinsam ausfüllen; jedes Feld zeigt, wer zuletzt schrieb und wann.</translation>
  </message>
  <message>
   <source>A group of 0 blocks.</source>
   <translation>Eine leere Gruppe.</translation>
  </message>
  <message>
   <source>A group of 1 block.</source>
   <translation>Eine Gruppe aus einem Baustein.</translation>
  </message>
  <message>
   <source>A group of {count} blocks.</source>
   <translation>Eine Gruppe aus {count} Bausteinen.</translation>
  </message>
  <message>
   <source>a kind of connection</source>
   <translation>eine Art von Anschluss</translation>
  </message>
  <message>
   <source>A kind of connection is needed here.</source>
   <translation>Hier wird eine Art von Anschlüssen gebraucht.</translation>
  </message>
  <message>
   <source>a kind of object</source>
   <translation>eine Art von Objekt</translation>
  </message>
  <message>
   <source>a kind of values</source>
   <translation>eine Art von Werten</translation>
  </message>
  <message>
   <source>A label has at most {number} characters.</source>
   <translation>Ein Schild hat höchstens {number} Zeichen.</translation>
  </message>
  <message>
   <source>A line for each</source>
   <translation>Eine Linie für jeden</translation>
  </message>
  <message>
   <source>A line of text over a channel that recovers what a lossy network loses. The channel is found as QuickSilver in the registry of each node.</source>
   <translation>Eine Zeile Text über einen Kanal, der wiederherstellt, was ein verlustreiches Netz verliert. Der Kanal steht im Verzeichnis jedes Knotens als QuickSilver.</translation>
  </message>
  <message>
   <source>A line of text that everyone who opens it sees and changes.</source>
   <translation>Eine Zeile Text, die alle sehen und ändern, die sie öffnen.</translation>
  </message>
  <message>
   <source>A list of {what}</source>
   <translation>Eine Liste ({what})</translation>
  </message>
  <message>
   <source>a list of {what}</source>
   <translation>eine Liste ({what})</translation>
  </message>
  <message>
   <source>A list that everyone adds to, sorts and ticks off together.</source>
   <translation>Eine Liste, die alle gemeinsam füllen, sortieren und abhaken.</translation>
  </message>
  <message>
   <source>A live channel…</source>
   <translation>Ein lebender Kanal …</translation>
  </message>
  <message>
   <source>A local channel that gives newcomers everything from the start; its memory ends with its last user.</source>
   <translation>Ein lokaler Kanal, der allen, die dazukommen, alles von Anfang an gibt; er vergisst, wenn der Letzte geht.</translation>
  </message>
  <message>
   <source>A map on the ground, aircraft fed by coordinates, and video, notes, a chat and a clock on surfaces, in one space.</source>
   <translation>Eine Karte auf dem Boden, Flugzeuge nach Koordinaten, und Video, Notizen, ein Chat und eine Uhr auf Flächen, in einem Raum.</translation>
  </message>
  <message>
   <source>A map on which aircraft and all else moves that a stream of coordinates tells of.</source>
   <translation>Eine Karte, auf der sich Flugzeuge und alles andere bewegt, wovon ein Strom von Koordinaten erzählt.</translation>
  </message>
  <message>
   <source>A map on which whatever has a latitude and a longitude moves as a channel tells, with its track.</source>
   <translation>Eine Karte, auf der sich alles mit Breiten- und Längengrad bewegt, wie ein Kanal es sagt, mit seiner Spur.</translation>
  </message>
  <message>
   <source>A message was saved.</source>
   <translation>Eine Nachricht wurde gespeichert.</translation>
  </message>
  <message>
   <source>a minute ago</source>
   <translation>vor einer Minute</translation>
  </message>
  <message>
   <source>A model of a tunnel between two networks: two channels inside one program, x and y, stand for the networks. What is said in one is heard in both.</source>
   <translation>Ein Modell eines Tunnels zwischen zwei Netzen: Zwei Kanäle innerhalb eines Programms, x und y, stehen für die Netze. Was in einem gesagt wird, ist in beiden zu hören.</translation>
  </message>
  <message>
   <source>a moment</source>
   <translation>ein Zeitpunkt</translation>
  </message>
  <message>
   <source>A note in which everyone types at once; you see who is there, and undo only what is yours.</source>
   <translation>Eine Notiz, in der alle zugleich schreiben; man sieht, wer da ist, und nimmt nur Eigenes zurück.</translation>
  </message>
  <message>
   <source>A note with headings, lists, links and highlights that many people write at once, also offline.</source>
   <translation>Eine Notiz mit Überschriften, Listen, Verknüpfungen und Hervorhebungen, an der viele zugleich schreiben, auch ohne Netz.</translation>
  </message>
  <message>
   <source>A note, if you like</source>
   <translation>Eine Bemerkung, wenn Sie möchten</translation>
  </message>
  <message>
   <source>A number</source>
   <translation>Eine Zahl</translation>
  </message>
  <message>
   <source>a number</source>
   <translation>eine Zahl</translation>
  </message>
  <message>
   <source>A number between two ends that everyone sees and moves.</source>
   <translation>Eine Zahl zwischen zwei Enden, die alle sehen und verschieben.</translation>
  </message>
  <message>
   <source>A number between two ends that everyone sees and moves; the last to move it wins.</source>
   <translation>Eine Zahl zwischen zwei Enden, die alle sehen und verschieben; wer zuletzt schiebt, gewinnt.</translation>
  </message>
  <message>
   <source>A number that everyone adds to; its channel is made under its name in a platform by the first who opens it.</source>
   <translation>Eine Zahl, zu der alle addieren; ihr Kanal entsteht unter seinem Namen auf einer Plattform, sobald ihn jemand öffnet.</translation>
  </message>
  <message>
   <source>A number that everyone sees and adds to; no addition is lost.</source>
   <translation>Eine Zahl, die alle sehen und zu der alle addieren; nichts davon geht verloren.</translation>
  </message>
  <message>
   <source>A number that everyone who opens it counts up and down; nothing that anyone adds is lost.</source>
   <translation>Eine Zahl, die alle hinauf- und hinunterzählen, die sie öffnen; nichts davon geht verloren.</translation>
  </message>
  <message>
   <source>A page</source>
   <translation>Eine Seite</translation>
  </message>
  <message>
   <source>A page for a lesson: a whiteboard, notes, a chat, who is here, a timer, and how it is going.</source>
   <translation>Eine Seite für den Unterricht: eine Tafel, Notizen, ein Chat, wer da ist, eine Uhr, und wie es geht.</translation>
  </message>
  <message>
   <source>a page has no settings yet</source>
   <translation>eine Seite hat noch keine Einstellungen</translation>
  </message>
  <message>
   <source>A page that several people edit at once; everyone sees the others' pointers, and undoes their own.</source>
   <translation>Eine Seite, die mehrere zugleich bearbeiten; alle sehen die Zeiger der anderen und nehmen Eigenes zurück.</translation>
  </message>
  <message>
   <source>A page with a title and a note; it is opened in the browser of whoever clicks on it.</source>
   <translation>Eine Seite mit Titel und Notiz; sie öffnet sich im Browser derer, die darauf klicken.</translation>
  </message>
  <message>
   <source>A page without end on which everyone draws; what is being drawn appears at the others at once.</source>
   <translation>Eine Seite ohne Ende, auf der alle zeichnen; was gezeichnet wird, erscheint sofort bei den anderen.</translation>
  </message>
  <message>
   <source>A page without end on which everyone puts live objects, texts, pictures and files, and moves them.</source>
   <translation>Eine Seite ohne Ende, auf die alle lebende Objekte, Texte, Bilder und Dateien legen und sie verschieben.</translation>
  </message>
  <message>
   <source>A page without end to draw on together: pens, shapes and words, seen by all while they are drawn.</source>
   <translation>Eine Seite ohne Ende, um gemeinsam zu zeichnen: Stifte, Formen und Worte, von allen gesehen, während sie entstehen.</translation>
  </message>
  <message>
   <source>A page without end: drop live objects, pictures, files and texts on it; everyone sees and moves them.</source>
   <translation>Eine Seite ohne Ende: legen Sie lebende Objekte, Bilder, Dateien und Texte darauf; alle sehen und verschieben sie.</translation>
  </message>
  <message>
   <source>a picture</source>
   <translation>ein Bild</translation>
  </message>
  <message>
   <source>A picture that everyone sees: drop, paste or choose another one, and everyone has that.</source>
   <translation>Ein Bild, das alle sehen: wer ein anderes ablegt, einfügt oder wählt, gibt es allen.</translation>
  </message>
  <message>
   <source>A picture that everyone sees; drop, paste or choose another one, and everyone has that.</source>
   <translation>Ein Bild, das alle sehen; wer ein anderes ablegt, einfügt oder wählt, gibt es allen.</translation>
  </message>
  <message>
   <source>a position</source>
   <translation>ein Ort</translation>
  </message>
  <message>
   <source>a position is too far away</source>
   <translation>eine Stelle liegt zu weit weg</translation>
  </message>
  <message>
   <source>A protocol of my own</source>
   <translation>Ein eigenes Protokoll</translation>
  </message>
  <message>
   <source>A range of a LibreOffice Calc document, which whoever opens it first keeps; formulas are worked out there, and everyone sees and edits the cells.</source>
   <translation>Ein Bereich eines Dokuments von LibreOffice Calc, das behält, wer es zuerst öffnet; Formeln werden dort berechnet, und alle sehen und bearbeiten die Zellen.</translation>
  </message>
  <message>
   <source>a record</source>
   <translation>ein Datensatz</translation>
  </message>
  <message>
   <source>A record with {what}</source>
   <translation>Ein Datensatz mit {what}</translation>
  </message>
  <message>
   <source>a record with {what}</source>
   <translation>ein Datensatz mit {what}</translation>
  </message>
  <message>
   <source>a reference to {what}</source>
   <translation>ein Verweis auf {what}</translation>
  </message>
  <message>
   <source>a row</source>
   <translation>eine Zeile</translation>
  </message>
  <message>
   <source>A sealed page</source>
   <translation>Eine versiegelte Seite</translation>
  </message>
  <message>
   <source>A second viewer is another program, as on another computer. Both show the same.</source>
   <translation>Ein zweites Fenster ist ein eigenes Programm, wie auf einem anderen Rechner. Beide zeigen dasselbe.</translation>
  </message>
  <message>
   <source>A second viewer opens in a process of its own.</source>
   <translation>Ein zweites Fenster öffnet sich in einem eigenen Prozess.</translation>
  </message>
  <message>
   <source>a shared page is not in a file</source>
   <translation>eine gemeinsame Seite ist in keiner Datei</translation>
  </message>
  <message>
   <source>A space cannot stand inside of a space.</source>
   <translation>Ein Raum kann nicht in einem Raum stehen.</translation>
  </message>
  <message>
   <source>A space in which everyone puts models, maps, words and live objects, and sees them move.</source>
   <translation>Ein Raum, in den alle Modelle, Karten, Worte und lebende Objekte stellen und sie sich bewegen sehen.</translation>
  </message>
  <message>
   <source>A space with a map, models and a live counter; aircraft follow a stream of coordinates that one copy makes up.</source>
   <translation>Ein Raum mit einer Karte, Modellen und einem lebenden Zähler; Flugzeuge folgen einem Strom von Koordinaten, den ein Rechner erfindet.</translation>
  </message>
  <message>
   <source>a table</source>
   <translation>eine Tabelle</translation>
  </message>
  <message>
   <source>A table of a database…</source>
   <translation>Eine Tabelle einer Datenbank …</translation>
  </message>
  <message>
   <source>A table of a small SQLite database, which whoever opens it first keeps; edit it here or there, and everyone sees it.</source>
   <translation>Eine Tabelle einer kleinen SQLite-Datenbank, die behält, wer sie zuerst öffnet; bearbeiten Sie sie hier oder dort, und alle sehen es.</translation>
  </message>
  <message>
   <source>A table of PostgreSQL or SQLite, live: whoever has access brings it, everyone sees and edits it.</source>
   <translation>Eine Tabelle von PostgreSQL oder SQLite, lebendig: wer Zugang hat, bringt sie, alle sehen und bearbeiten sie.</translation>
  </message>
  <message>
   <source>a table of rows</source>
   <translation>eine Tabelle</translation>
  </message>
  <message>
   <source>A table of the catalog…</source>
   <translation>Eine Tabelle des Katalogs …</translation>
  </message>
  <message>
   <source>A table or view that the cluster knows by its name.</source>
   <translation>Eine Tabelle oder Sicht, die der Cluster beim Namen kennt.</translation>
  </message>
  <message>
   <source>a table with {what}</source>
   <translation>eine Tabelle mit {what}</translation>
  </message>
  <message>
   <source>a table, or: select … from …</source>
   <translation>eine Tabelle, oder: select … from …</translation>
  </message>
  <message>
   <source>a template cannot stand on a page by itself</source>
   <translation>eine Vorlage kann nicht für sich auf einer Seite stehen</translation>
  </message>
  <message>
   <source>A template was saved.</source>
   <translation>Eine Vorlage wurde gespeichert.</translation>
  </message>
  <message>
   <source>A test picture</source>
   <translation>Ein Testbild</translation>
  </message>
  <message>
   <source>a test picture</source>
   <translation>ein Testbild</translation>
  </message>
  <message>
   <source>A test picture that one computer shows and all see; show a film, the screen or a camera instead.</source>
   <translation>Ein Testbild, das ein Rechner zeigt und alle sehen; zeigen Sie statt dessen einen Film, den Bildschirm oder eine Kamera.</translation>
  </message>
  <message>
   <source>a text</source>
   <translation>ein Text</translation>
  </message>
  <message>
   <source>a text has at most {number} characters</source>
   <translation>ein Text hat höchstens {number} Zeichen</translation>
  </message>
  <message>
   <source>A text in which many people type at once, and anyone can lock a section while they are there.</source>
   <translation>Ein Text, in dem viele zugleich schreiben und jeder einen Abschnitt sperren kann, solange er da ist.</translation>
  </message>
  <message>
   <source>A text in which many people type at once; anyone can lock a section while they are there.</source>
   <translation>Ein Text, in dem viele zugleich schreiben; jeder kann einen Abschnitt sperren, solange er da ist.</translation>
  </message>
  <message>
   <source>A text in which many people type at once; everyone sees who is there, and undoes only their own.</source>
   <translation>Ein Text, in dem viele zugleich schreiben; alle sehen, wer da ist, und nehmen nur Eigenes zurück.</translation>
  </message>
  <message>
   <source>a time such as 2026-03-04 17:30</source>
   <translation>eine Zeit wie 2026-03-04 17:30</translation>
  </message>
  <message>
   <source>A topic of Kafka…</source>
   <translation>Ein Thema von Kafka …</translation>
  </message>
  <message>
   <source>a type inside mentions {name}</source>
   <translation>eine Art darin nennt {name}</translation>
  </message>
  <message>
   <source>A type of objects is needed here.</source>
   <translation>Hier wird eine Art von Objekten gebraucht.</translation>
  </message>
  <message>
   <source>A type of values is needed here, such as text or int.</source>
   <translation>Hier wird eine Art von Werten gebraucht, etwa text oder int.</translation>
  </message>
  <message>
   <source>a UUID</source>
   <translation>eine UUID</translation>
  </message>
  <message>
   <source>A value that everyone sees and sets; the last to set it wins.</source>
   <translation>Ein Wert, den alle sehen und setzen; wer ihn zuletzt setzt, gewinnt.</translation>
  </message>
  <message>
   <source>A whole number</source>
   <translation>Eine ganze Zahl</translation>
  </message>
  <message>
   <source>a whole number</source>
   <translation>eine ganze Zahl</translation>
  </message>
  <message>
   <source>About</source>
   <translation>Über</translation>
  </message>
  <message>
   <source>about values</source>
   <translation>für Werte da</translation>
  </message>
  <message>
   <source>about what happens</source>
   <translation>für Ereignisse da</translation>
  </message>
  <message>
   <source>about who takes part</source>
   <translation>dafür da, wer teilnimmt</translation>
  </message>
  <message>
   <source>about yes or no</source>
   <translation>für Ja oder Nein da</translation>
  </message>
  <message>
   <source>above</source>
   <translation>über</translation>
  </message>
  <message>
   <source>Actual size</source>
   <translation>Tatsächliche Größe</translation>
  </message>
  <message>
   <source>Add</source>
   <translation>Hinzufügen</translation>
  </message>
  <message>
   <source>Add a column</source>
   <translation>Spalte hinzufügen</translation>
  </message>
  <message>
   <source>Add a file</source>
   <translation>Datei hinzufügen</translation>
  </message>
  <message>
   <source>Add a filter</source>
   <translation>Filter hinzufügen</translation>
  </message>
  <message>
   <source>Add a note</source>
   <translation>Notiz hinzufügen</translation>
  </message>
  <message>
   <source>Add a picture</source>
   <translation>Bild hinzufügen</translation>
  </message>
  <message>
   <source>Add a shared text</source>
   <translation>Gemeinsamen Text hinzufügen</translation>
  </message>
  <message>
   <source>Add a zone</source>
   <translation>Zone hinzufügen</translation>
  </message>
  <message>
   <source>Add it for everyone</source>
   <translation>Für alle hinzufügen</translation>
  </message>
  <message>
   <source>Add note</source>
   <translation>Notiz hinzufügen</translation>
  </message>
  <message>
   <source>Add something</source>
   <translation>Etwas hinzufügen</translation>
  </message>
  <message>
   <source>Add something above, or drop objects, pictures, files or text anywhere.</source>
   <translation>Füge oben etwas hinzu, oder lege Objekte, Bilder, Dateien oder Text irgendwo ab.</translation>
  </message>
  <message>
   <source>add something to it first</source>
   <translation>erst etwas hinzufügen</translation>
  </message>
  <message>
   <source>Add zone</source>
   <translation>Zone hinzufügen</translation>
  </message>
  <message>
   <source>Add {name}</source>
   <translation>{name} hinzufügen</translation>
  </message>
  <message>
   <source>Add …</source>
   <translation>Hinzufügen …</translation>
  </message>
  <message>
   <source>Add: note, chat, map …</source>
   <translation>Hinzufügen: Notiz, Chat, Karte …</translation>
  </message>
  <message>
   <source>Added {name}</source>
   <translation>{name} hinzugefügt</translation>
  </message>
  <message>
   <source>Address</source>
   <translation>Adresse</translation>
  </message>
  <message>
   <source>Address at first, as https://example.org</source>
   <translation>Adresse am Anfang, wie https://example.org</translation>
  </message>
  <message>
   <source>address interface internet connection</source>
   <translation>Adresse Schnittstelle Internet Verbindung</translation>
  </message>
  <message>
   <source>Address of the link</source>
   <translation>Adresse der Verknüpfung</translation>
  </message>
  <message>
   <source>addresses of 2,000 characters</source>
   <translation>Adressen mit 2.000 Zeichen</translation>
  </message>
  <message>
   <source>Adds a link to the file {name}</source>
   <translation>Fügt eine Verknüpfung mit der Datei {name} hinzu</translation>
  </message>
  <message>
   <source>Adds a link to {name}</source>
   <translation>Fügt eine Verknüpfung mit {name} hinzu</translation>
  </message>
  <message>
   <source>Adds a shared text with the words of {name}</source>
   <translation>Fügt einen gemeinsamen Text mit dem Inhalt von {name} hinzu</translation>
  </message>
  <message>
   <source>Adds a shared text with these words</source>
   <translation>Fügt einen gemeinsamen Text mit diesen Worten hinzu</translation>
  </message>
  <message>
   <source>Adds a video that shows {name}</source>
   <translation>Fügt ein Video hinzu, das {name} zeigt</translation>
  </message>
  <message>
   <source>Adds it to the page</source>
   <translation>Fügt es der Seite hinzu</translation>
  </message>
  <message>
   <source>Adds the picture</source>
   <translation>Fügt das Bild hinzu</translation>
  </message>
  <message>
   <source>Adds the picture {name}</source>
   <translation>Fügt das Bild {name} hinzu</translation>
  </message>
  <message>
   <source>Adds {names}</source>
   <translation>Fügt {names} hinzu</translation>
  </message>
  <message>
   <source>Adds {number} objects with what is in these files</source>
   <translation>Fügt {number} Objekte mit dem Inhalt dieser Dateien hinzu</translation>
  </message>
  <message>
   <source>Add…</source>
   <translation>Hinzufügen …</translation>
  </message>
  <message>
   <source>After how long what is silent is gone</source>
   <translation>Nach welcher Zeit fort ist, was schweigt</translation>
  </message>
  <message>
   <source>Aircraft</source>
   <translation>Flugzeug</translation>
  </message>
  <message>
   <source>Aircraft that are made up fly over a map; everyone sees the same ones, and marks what matters.</source>
   <translation>Erfundene Flugzeuge fliegen über eine Karte; alle sehen dieselben und markieren, was wichtig ist.</translation>
  </message>
  <message>
   <source>Aircraft to make up</source>
   <translation>Flugzeuge zum Ausprobieren</translation>
  </message>
  <message>
   <source>Aircraft to make up; 0: none</source>
   <translation>Flugzeuge zum Ausprobieren; 0: keine</translation>
  </message>
  <message>
   <source>Alert</source>
   <translation>Alarm</translation>
  </message>
  <message>
   <source>Alerts</source>
   <translation>Alarme</translation>
  </message>
  <message>
   <source>Align at the bottom</source>
   <translation>Unten ausrichten</translation>
  </message>
  <message>
   <source>Align at the top</source>
   <translation>Oben ausrichten</translation>
  </message>
  <message>
   <source>Align bottom</source>
   <translation>Unten ausrichten</translation>
  </message>
  <message>
   <source>Align centres</source>
   <translation>Mittig ausrichten</translation>
  </message>
  <message>
   <source>Align left</source>
   <translation>Links ausrichten</translation>
  </message>
  <message>
   <source>Align middles</source>
   <translation>Auf halber Höhe ausrichten</translation>
  </message>
  <message>
   <source>Align right</source>
   <translation>Rechts ausrichten</translation>
  </message>
  <message>
   <source>Align top</source>
   <translation>Oben ausrichten</translation>
  </message>
  <message>
   <source>all</source>
   <translation>alle</translation>
  </message>
  <message>
   <source>All files (*)</source>
   <translation>Alle Dateien (*)</translation>
  </message>
  <message>
   <source>All is well</source>
   <translation>Alles ist gut</translation>
  </message>
  <message>
   <source>all rows</source>
   <translation>alle Zeilen</translation>
  </message>
  <message>
   <source>all together</source>
   <translation>alle zusammen</translation>
  </message>
  <message>
   <source>All who stay agree on who takes part, and hear the same between two changes of that.</source>
   <translation>Alle, die bleiben, sind sich einig, wer teilnimmt, und hören zwischen zwei Wechseln dasselbe.</translation>
  </message>
  <message>
   <source>All who stay hear the same messages between the same views; each message in the view it was sent in.</source>
   <translation>Alle, die bleiben, hören zwischen denselben Ansichten dieselben Nachrichten; jede in der Ansicht, in der sie gesendet wurde.</translation>
  </message>
  <message>
   <source>all-or-nothing delivery (an event reaches everyone or no one)</source>
   <translation>Zustellung an alle oder keinen</translation>
  </message>
  <message>
   <source>Allowed</source>
   <translation>Erlaubt</translation>
  </message>
  <message>
   <source>An adapter can mend this: let go to see it.</source>
   <translation>Ein Adapter kann das richten: loslassen, um ihn zu sehen.</translation>
  </message>
  <message>
   <source>An alert is raised at {rule}</source>
   <translation>Alarm bei {rule}</translation>
  </message>
  <message>
   <source>An alert is raised by wire</source>
   <translation>Ein Alarm kommt über die Leitung</translation>
  </message>
  <message>
   <source>an edit holds edits that hold edits, too deep</source>
   <translation>eine Änderung enthält zu tief verschachtelte Änderungen</translation>
  </message>
  <message>
   <source>An exchange with 200 symbols, each on a channel of its own. Whoever opened it first makes up the prices; when they go, the next one does. Open a row, or drag it out, to have a symbol by itself.</source>
   <translation>Eine Börse mit 200 Papieren, jedes auf einem eigenen Kanal. Wer sie zuerst öffnet, erfindet die Preise; wer dann geht, wird abgelöst. Öffnen Sie eine Zeile oder ziehen Sie sie heraus, um ein Papier für sich zu haben.</translation>
  </message>
  <message>
   <source>An identifier</source>
   <translation>Eine Kennung</translation>
  </message>
  <message>
   <source>an identifier</source>
   <translation>eine Kennung</translation>
  </message>
  <message>
   <source>An identifier has 32 hexadecimal digits.</source>
   <translation>Eine Kennung hat 32 Hexadezimalziffern.</translation>
  </message>
  <message>
   <source>An object</source>
   <translation>Ein Objekt</translation>
  </message>
  <message>
   <source>an object</source>
   <translation>ein Objekt</translation>
  </message>
  <message>
   <source>an object of the kind that is chosen below</source>
   <translation>ein Objekt der unten gewählten Art</translation>
  </message>
  <message>
   <source>an object of {what}</source>
   <translation>ein Objekt: {what}</translation>
  </message>
  <message>
   <source>an object with the connection {ports}</source>
   <translation>ein Objekt mit dem Anschluss {ports}</translation>
  </message>
  <message>
   <source>an object with the connections {ports}</source>
   <translation>ein Objekt mit den Anschlüssen {ports}</translation>
  </message>
  <message>
   <source>an object with {what}</source>
   <translation>ein Objekt mit {what}</translation>
  </message>
  <message>
   <source>and</source>
   <translation>und</translation>
  </message>
  <message>
   <source>and {number} more</source>
   <translation>und {number} weitere</translation>
  </message>
  <message>
   <source>Another computer takes over</source>
   <translation>Ein anderer Rechner übernimmt</translation>
  </message>
  <message>
   <source>another program</source>
   <translation>ein anderes Programm</translation>
  </message>
  <message>
   <source>Answer</source>
   <translation>Antwort</translation>
  </message>
  <message>
   <source>Answers</source>
   <translation>Antworten</translation>
  </message>
  <message>
   <source>Answers calculations; wire it to a group service, and it is one of those who serve.</source>
   <translation>Beantwortet Rechenaufgaben; mit einem Gruppendienst verbunden, ist es einer von denen, die bedienen.</translation>
  </message>
  <message>
   <source>Answers that are remembered</source>
   <translation>Gemerkte Antworten</translation>
  </message>
  <message>
   <source>any</source>
   <translation>irgendeiner</translation>
  </message>
  <message>
   <source>any object</source>
   <translation>irgendein Objekt</translation>
  </message>
  <message>
   <source>Anyone I send it to</source>
   <translation>Alle, denen ich es schicke</translation>
  </message>
  <message>
   <source>anyone you send it to</source>
   <translation>alle, denen Sie es schicken</translation>
  </message>
  <message>
   <source>Anything</source>
   <translation>Beliebiges</translation>
  </message>
  <message>
   <source>anything</source>
   <translation>beliebiges</translation>
  </message>
  <message>
   <source>anything else</source>
   <translation>sonstiges</translation>
  </message>
  <message>
   <source>Appearance</source>
   <translation>Aussehen</translation>
  </message>
  <message>
   <source>area</source>
   <translation>Fläche</translation>
  </message>
  <message>
   <source>Areas</source>
   <translation>Flächen</translation>
  </message>
  <message>
   <source>Arrange</source>
   <translation>Anordnen</translation>
  </message>
  <message>
   <source>Arrow</source>
   <translation>Pfeil</translation>
  </message>
  <message>
   <source>Arrow (A)</source>
   <translation>Pfeil (A)</translation>
  </message>
  <message>
   <source>As a picture (PNG) …</source>
   <translation>Als Bild (PNG) …</translation>
  </message>
  <message>
   <source>as it comes</source>
   <translation>wie es kommt</translation>
  </message>
  <message>
   <source>As it is now</source>
   <translation>Wie es jetzt ist</translation>
  </message>
  <message>
   <source>as its source is called</source>
   <translation>wie seine Quelle heißt</translation>
  </message>
  <message>
   <source>As rows (CSV) …</source>
   <translation>Als Zeilen (CSV) …</translation>
  </message>
  <message>
   <source>As soon as there is something new</source>
   <translation>Sobald es etwas Neues gibt</translation>
  </message>
  <message>
   <source>As the system</source>
   <translation>Wie das System</translation>
  </message>
  <message>
   <source>As usual</source>
   <translation>Wie üblich</translation>
  </message>
  <message>
   <source>Ask again</source>
   <translation>Wieder fragen</translation>
  </message>
  <message>
   <source>Ask something above; whoever serves answers.</source>
   <translation>Oben etwas fragen; wer bedient, antwortet.</translation>
  </message>
  <message>
   <source>at least {count} connected at any time</source>
   <translation>mindestens {count} gleichzeitig verbunden</translation>
  </message>
  <message>
   <source>At most one value of a key in so many seconds</source>
   <translation>Höchstens ein Wert je Schlüssel in so vielen Sekunden</translation>
  </message>
  <message>
   <source>At most so many pixels high</source>
   <translation>Höchstens so viele Bildzeilen</translation>
  </message>
  <message>
   <source>At most so many rows</source>
   <translation>Höchstens so viele Zeilen</translation>
  </message>
  <message>
   <source>at most {count} connected at any time</source>
   <translation>höchstens {count} gleichzeitig verbunden</translation>
  </message>
  <message>
   <source>at-least-once delivery (no event is lost)</source>
   <translation>mindestens einmalige Zustellung (nichts geht verloren)</translation>
  </message>
  <message>
   <source>at-most-once delivery (no event arrives twice)</source>
   <translation>höchstens einmalige Zustellung (nichts kommt doppelt an)</translation>
  </message>
  <message>
   <source>atomic delivery (to everyone or no one, once, in one order)</source>
   <translation>unteilbare Zustellung (an alle oder keinen, einmal, in einer Reihenfolge)</translation>
  </message>
  <message>
   <source>Attach</source>
   <translation>Anschließen</translation>
  </message>
  <message>
   <source>Attach a table of a database</source>
   <translation>Eine Tabelle einer Datenbank anschließen</translation>
  </message>
  <message>
   <source>Attach a table of the catalog</source>
   <translation>Eine Tabelle des Katalogs anschließen</translation>
  </message>
  <message>
   <source>Attach a topic of Kafka</source>
   <translation>Ein Thema von Kafka anschließen</translation>
  </message>
  <message>
   <source>Attach data</source>
   <translation>Daten anschließen</translation>
  </message>
  <message>
   <source>Attach lines from a socket</source>
   <translation>Zeilen von einem Socket anschließen</translation>
  </message>
  <message>
   <source>Attach test rows</source>
   <translation>Probezeilen anschließen</translation>
  </message>
  <message>
   <source>authentication (the sender of each event is known for certain)</source>
   <translation>Gewissheit über den Absender</translation>
  </message>
  <message>
   <source>authorization by the key '{key}' (only those it admits can send)</source>
   <translation>Zulassung durch den Schlüssel '{key}' (nur wer zugelassen ist, kann senden)</translation>
  </message>
  <message>
   <source>Automatic</source>
   <translation>Automatisch</translation>
  </message>
  <message>
   <source>Away</source>
   <translation>Nicht da</translation>
  </message>
  <message>
   <source>Back</source>
   <translation>Zurück</translation>
  </message>
  <message>
   <source>Back to the page around</source>
   <translation>Zurück zur Seite ringsum</translation>
  </message>
  <message>
   <source>Back to what is usual</source>
   <translation>Zurück zum Üblichen</translation>
  </message>
  <message>
   <source>Backup of a durable channel</source>
   <translation>Sicherung eines dauerhaften Kanals</translation>
  </message>
  <message>
   <source>Backup of the durable channel</source>
   <translation>Sicherung des dauerhaften Kanals</translation>
  </message>
  <message>
   <source>bar</source>
   <translation>Balken</translation>
  </message>
  <message>
   <source>Bars</source>
   <translation>Balken</translation>
  </message>
  <message>
   <source>Batch</source>
   <translation>Stück</translation>
  </message>
  <message>
   <source>Be &amp;ready to lead</source>
   <translation>Zum &amp;Leiten bereit sein</translation>
  </message>
  <message>
   <source>before a file was opened</source>
   <translation>bevor eine Datei geöffnet wurde</translation>
  </message>
  <message>
   <source>before a newer file was opened</source>
   <translation>bevor eine neuere Datei geöffnet wurde</translation>
  </message>
  <message>
   <source>Before it can go live</source>
   <translation>Bevor es live gehen kann</translation>
  </message>
  <message>
   <source>before it was restored</source>
   <translation>vor der Wiederherstellung</translation>
  </message>
  <message>
   <source>below</source>
   <translation>unter</translation>
  </message>
  <message>
   <source>Bend wire</source>
   <translation>Leitung biegen</translation>
  </message>
  <message>
   <source>best effort (it tries to deliver, and no more)</source>
   <translation>Zustellung nach Kräften (es wird versucht, mehr nicht)</translation>
  </message>
  <message>
   <source>Best-effort channel</source>
   <translation>Kanal nach Kräften</translation>
  </message>
  <message>
   <source>Best-effort channel on this computer</source>
   <translation>Kanal nach Kräften auf diesem Rechner</translation>
  </message>
  <message>
   <source>between {low} and {high} connected at any time</source>
   <translation>zwischen {low} und {high} gleichzeitig verbunden</translation>
  </message>
  <message>
   <source>Blue</source>
   <translation>Blau</translation>
  </message>
  <message>
   <source>Bold</source>
   <translation>Fett</translation>
  </message>
  <message>
   <source>Bring back</source>
   <translation>Zurückholen</translation>
  </message>
  <message>
   <source>Bring back the one before</source>
   <translation>Das vorige zurückholen</translation>
  </message>
  <message>
   <source>Bring this version back</source>
   <translation>Diese Fassung zurückholen</translation>
  </message>
  <message>
   <source>Bring to the front</source>
   <translation>In den Vordergrund</translation>
  </message>
  <message>
   <source>Broad</source>
   <translation>Breit</translation>
  </message>
  <message>
   <source>Budget in a spreadsheet</source>
   <translation>Haushalt in einer Tabelle</translation>
  </message>
  <message>
   <source>Building</source>
   <translation>Gebäude</translation>
  </message>
  <message>
   <source>Bulleted list</source>
   <translation>Aufzählung</translation>
  </message>
  <message>
   <source>Busy</source>
   <translation>Beschäftigt</translation>
  </message>
  <message>
   <source>Button</source>
   <translation>Taster</translation>
  </message>
  <message>
   <source>By</source>
   <translation>Von</translation>
  </message>
  <message>
   <source>by its column</source>
   <translation>nach seiner Spalte</translation>
  </message>
  <message>
   <source>By time, in windows of</source>
   <translation>Nach der Zeit, in Fenstern von</translation>
  </message>
  <message>
   <source>by {name}</source>
   <translation>von {name}</translation>
  </message>
  <message>
   <source>Calculates for everyone; whoever opens it serves too, and takes over when another one dies.</source>
   <translation>Rechnet für alle; wer es öffnet, bedient mit und springt ein, wenn ein anderer ausfällt.</translation>
  </message>
  <message>
   <source>Calculator</source>
   <translation>Rechner</translation>
  </message>
  <message>
   <source>Calculator service</source>
   <translation>Rechendienst</translation>
  </message>
  <message>
   <source>Camera {device}</source>
   <translation>Kamera {device}</translation>
  </message>
  <message>
   <source>can comment</source>
   <translation>darf kommentieren</translation>
  </message>
  <message>
   <source>can edit</source>
   <translation>darf bearbeiten</translation>
  </message>
  <message>
   <source>can view</source>
   <translation>darf ansehen</translation>
  </message>
  <message>
   <source>Cancel</source>
   <translation>Abbrechen</translation>
  </message>
  <message>
   <source>Cancel, clear the selection, or go back</source>
   <translation>Abbrechen, Auswahl aufheben oder zurückgehen</translation>
  </message>
  <message>
   <source>cannot be kept: {why}</source>
   <translation>kann nicht aufbewahrt werden: {why}</translation>
  </message>
  <message>
   <source>cannot be read</source>
   <translation>nicht lesbar</translation>
  </message>
  <message>
   <source>Car</source>
   <translation>Auto</translation>
  </message>
  <message>
   <source>Carries changes between all who open it in this program, in one order; newcomers get the state.</source>
   <translation>Trägt Änderungen zwischen allen, die ihn in diesem Programm öffnen, in einer Reihenfolge; wer dazukommt, bekommt den Stand.</translation>
  </message>
  <message>
   <source>Carries messages as fast as the network does; what is lost on the way stays lost.</source>
   <translation>Trägt Nachrichten so schnell wie das Netz; was unterwegs verloren geht, bleibt verloren.</translation>
  </message>
  <message>
   <source>Carries messages between all who open it in this program, in one order; needs no network.</source>
   <translation>Trägt Nachrichten zwischen allen, die ihn in diesem Programm öffnen, in einer Reihenfolge; braucht kein Netz.</translation>
  </message>
  <message>
   <source>Carries messages between everyone who opens it, on this computer or the local network; none is lost.</source>
   <translation>Trägt Nachrichten zwischen allen, die ihn öffnen, auf diesem Rechner oder im lokalen Netz; keine geht verloren.</translation>
  </message>
  <message>
   <source>catching up</source>
   <translation>holt auf</translation>
  </message>
  <message>
   <source>Catching up for {seconds} s: waiting for somebody who has the content; nobody has answered yet.</source>
   <translation>Holt seit {seconds} s auf: Es fehlt jemand, der den Inhalt hat; noch hat niemand geantwortet.</translation>
  </message>
  <message>
   <source>Catching up for {seconds} s: waiting for the content from one of {others} others.</source>
   <translation>Holt seit {seconds} s auf: wartet auf den Inhalt von einem der {others} anderen.</translation>
  </message>
  <message>
   <source>Catching up for {seconds} s: {share} % of the content is here; the rest is on its way.</source>
   <translation>Holt seit {seconds} s auf: {share} % des Inhalts sind da, der Rest ist unterwegs.</translation>
  </message>
  <message>
   <source>Catching up for {seconds} s: {why}</source>
   <translation>Holt seit {seconds} s auf: {why}</translation>
  </message>
  <message>
   <source>Catching up with what the others did …</source>
   <translation>Holt nach, was die anderen getan haben …</translation>
  </message>
  <message>
   <source>causal order (no event arrives before one that led to it)</source>
   <translation>ursächliche Reihenfolge (nichts kommt vor dem an, was dazu geführt hat)</translation>
  </message>
  <message>
   <source>Cells</source>
   <translation>Zellen</translation>
  </message>
  <message>
   <source>Cells of a LibreOffice document, live: edit them there or here, and everyone sees it.</source>
   <translation>Zellen eines LibreOffice-Dokuments, lebendig: bearbeiten Sie sie dort oder hier, und alle sehen es.</translation>
  </message>
  <message>
   <source>Cells of a new document of one's own, with | between them</source>
   <translation>Zellen eines eigenen neuen Dokuments, mit | dazwischen</translation>
  </message>
  <message>
   <source>Cells, such as A1:F20</source>
   <translation>Zellen, etwa A1:F20</translation>
  </message>
  <message>
   <source>Change</source>
   <translation>Ändern</translation>
  </message>
  <message>
   <source>Change colour</source>
   <translation>Farbe ändern</translation>
  </message>
  <message>
   <source>change it by hand</source>
   <translation>von Hand ändern</translation>
  </message>
  <message>
   <source>change its title instead</source>
   <translation>stattdessen den Titel ändern</translation>
  </message>
  <message>
   <source>Change note</source>
   <translation>Notiz ändern</translation>
  </message>
  <message>
   <source>change that type first</source>
   <translation>erst diese Art ändern</translation>
  </message>
  <message>
   <source>Change title</source>
   <translation>Titel ändern</translation>
  </message>
  <message>
   <source>Change zone</source>
   <translation>Zone ändern</translation>
  </message>
  <message>
   <source>Changed last by {name}</source>
   <translation>Zuletzt geändert von {name}</translation>
  </message>
  <message>
   <source>changes of which none is lost (those made at the same time all count)</source>
   <translation>Änderungen, von denen keine verloren geht (gleichzeitige zählen alle)</translation>
  </message>
  <message>
   <source>Changes that are not saved</source>
   <translation>Ungespeicherte Änderungen</translation>
  </message>
  <message>
   <source>changes that give the same in whatever order they arrive</source>
   <translation>Änderungen, die in jeder Reihenfolge dasselbe ergeben</translation>
  </message>
  <message>
   <source>Change…</source>
   <translation>Ändern …</translation>
  </message>
  <message>
   <source>Channel</source>
   <translation>Kanal</translation>
  </message>
  <message>
   <source>channel</source>
   <translation>Kanal</translation>
  </message>
  <message>
   <source>Channel platform</source>
   <translation>Kanalplattform</translation>
  </message>
  <message>
   <source>channel with a shared state</source>
   <translation>Kanal mit gemeinsamem Stand</translation>
  </message>
  <message>
   <source>Channels</source>
   <translation>Kanäle</translation>
  </message>
  <message>
   <source>Chart</source>
   <translation>Diagramm</translation>
  </message>
  <message>
   <source>Chart of computers</source>
   <translation>Diagramm der Rechner</translation>
  </message>
  <message>
   <source>Chat</source>
   <translation>Chat</translation>
  </message>
  <message>
   <source>Check list</source>
   <translation>Liste zum Abhaken</translation>
  </message>
  <message>
   <source>Checklist</source>
   <translation>Liste zum Abhaken</translation>
  </message>
  <message>
   <source>Checkpointed channel on this computer</source>
   <translation>Kanal mit Stand auf diesem Rechner</translation>
  </message>
  <message>
   <source>checkpoints (newcomers receive the state so far, then exactly what followed)</source>
   <translation>Sicherungspunkte (wer dazukommt, bekommt den Stand und dann genau das Folgende)</translation>
  </message>
  <message>
   <source>choice</source>
   <translation>Auswahl</translation>
  </message>
  <message>
   <source>choose a block with a page inside</source>
   <translation>einen Baustein mit einer Seite darin wählen</translation>
  </message>
  <message>
   <source>Choose a file</source>
   <translation>Eine Datei wählen</translation>
  </message>
  <message>
   <source>Choose a file…</source>
   <translation>Datei wählen …</translation>
  </message>
  <message>
   <source>Choose a film</source>
   <translation>Einen Film wählen</translation>
  </message>
  <message>
   <source>Choose a folder…</source>
   <translation>Ordner wählen …</translation>
  </message>
  <message>
   <source>Choose a picture</source>
   <translation>Ein Bild wählen</translation>
  </message>
  <message>
   <source>Choose a picture from a file</source>
   <translation>Ein Bild aus einer Datei wählen</translation>
  </message>
  <message>
   <source>choose another connection</source>
   <translation>einen anderen Anschluss wählen</translation>
  </message>
  <message>
   <source>Choose another file</source>
   <translation>Eine andere Datei wählen</translation>
  </message>
  <message>
   <source>choose another name</source>
   <translation>einen anderen Namen wählen</translation>
  </message>
  <message>
   <source>choose another one</source>
   <translation>wählen Sie eine andere</translation>
  </message>
  <message>
   <source>choose another page</source>
   <translation>eine andere Seite wählen</translation>
  </message>
  <message>
   <source>choose another place</source>
   <translation>einen anderen Ort wählen</translation>
  </message>
  <message>
   <source>choose another slot</source>
   <translation>einen anderen Platz wählen</translation>
  </message>
  <message>
   <source>choose another title</source>
   <translation>einen anderen Titel wählen</translation>
  </message>
  <message>
   <source>choose one</source>
   <translation>eine wählen</translation>
  </message>
  <message>
   <source>choose one to write a copy to</source>
   <translation>eine für eine Kopie wählen</translation>
  </message>
  <message>
   <source>Choose {name} here again</source>
   <translation>{name} wieder hier wählen</translation>
  </message>
  <message>
   <source>Choose, move and stretch (V)</source>
   <translation>Wählen, verschieben und strecken (V)</translation>
  </message>
  <message>
   <source>Chooses one of those who take part to lead; when it dies or falls silent, the next in line leads.</source>
   <translation>Wählt unter denen, die teilnehmen, wer leitet; fällt er aus oder verstummt, leitet der Nächste.</translation>
  </message>
  <message>
   <source>Choose…</source>
   <translation>Wählen …</translation>
  </message>
  <message>
   <source>CHOSEN BY WHOEVER USES IT</source>
   <translation>WÄHLT, WER ES VERWENDET</translation>
  </message>
  <message>
   <source>Chosen for you</source>
   <translation>Für Sie gewählt</translation>
  </message>
  <message>
   <source>Chosen outside of the page, as {name}</source>
   <translation>Wird außerhalb der Seite gewählt, als {name}</translation>
  </message>
  <message>
   <source>Class room</source>
   <translation>Klassenzimmer</translation>
  </message>
  <message>
   <source>Clear</source>
   <translation>Leeren</translation>
  </message>
  <message>
   <source>Clear formatting</source>
   <translation>Formatierung entfernen</translation>
  </message>
  <message>
   <source>Clear the log</source>
   <translation>Protokoll leeren</translation>
  </message>
  <message>
   <source>Clear {name}</source>
   <translation>{name} leeren</translation>
  </message>
  <message>
   <source>Clock</source>
   <translation>Uhr</translation>
  </message>
  <message>
   <source>Close</source>
   <translation>Schließen</translation>
  </message>
  <message>
   <source>Close (Escape)</source>
   <translation>Schließen (Escape)</translation>
  </message>
  <message>
   <source>Close this message</source>
   <translation>Diese Meldung schließen</translation>
  </message>
  <message>
   <source>Code</source>
   <translation>Code</translation>
  </message>
  <message>
   <source>Code can do what you can do. Allow it only from somebody you trust.</source>
   <translation>Ein Programm kann alles, was Sie können. Erlauben Sie es nur von jemandem, dem Sie trauen.</translation>
  </message>
  <message>
   <source>Collapse</source>
   <translation>Einklappen</translation>
  </message>
  <message>
   <source>Colour</source>
   <translation>Farbe</translation>
  </message>
  <message>
   <source>Colour {number}</source>
   <translation>Farbe {number}</translation>
  </message>
  <message>
   <source>Colour …</source>
   <translation>Farbe …</translation>
  </message>
  <message>
   <source>Column</source>
   <translation>Spalte</translation>
  </message>
  <message>
   <source>Column here</source>
   <translation>Spalte hier</translation>
  </message>
  <message>
   <source>Column of times for its course</source>
   <translation>Spalte mit Zeiten für den Verlauf</translation>
  </message>
  <message>
   <source>Column of times for its course; empty: chosen by itself</source>
   <translation>Spalte mit Zeiten für den Verlauf; leer: von selbst gewählt</translation>
  </message>
  <message>
   <source>Column that goes to the right</source>
   <translation>Spalte nach rechts</translation>
  </message>
  <message>
   <source>Column that goes to the right; empty: chosen by itself</source>
   <translation>Spalte nach rechts; leer: von selbst gewählt</translation>
  </message>
  <message>
   <source>Column that makes bubbles large</source>
   <translation>Spalte, die Blasen groß macht</translation>
  </message>
  <message>
   <source>Column that makes bubbles large; empty: the first with numbers</source>
   <translation>Spalte, die Blasen groß macht; leer: die erste mit Zahlen</translation>
  </message>
  <message>
   <source>Column there</source>
   <translation>Spalte dort</translation>
  </message>
  <message>
   <source>Column with a line for each of its values</source>
   <translation>Spalte mit einer Linie für jeden ihrer Werte</translation>
  </message>
  <message>
   <source>Column with latitudes</source>
   <translation>Spalte mit Breitengraden</translation>
  </message>
  <message>
   <source>Column with latitudes; empty: found by its name</source>
   <translation>Spalte mit Breitengraden; leer: am Namen erkannt</translation>
  </message>
  <message>
   <source>Column with longitudes</source>
   <translation>Spalte mit Längengraden</translation>
  </message>
  <message>
   <source>Column with longitudes; empty: found by its name</source>
   <translation>Spalte mit Längengraden; leer: am Namen erkannt</translation>
  </message>
  <message>
   <source>Column with the names of places</source>
   <translation>Spalte mit den Namen der Orte</translation>
  </message>
  <message>
   <source>Column with the names of places; empty: the first with texts</source>
   <translation>Spalte mit den Namen der Orte; leer: die erste mit Texten</translation>
  </message>
  <message>
   <source>Column with the time of the watermark</source>
   <translation>Spalte mit der Zeit des Wasserstands</translation>
  </message>
  <message>
   <source>Column with the time of the window</source>
   <translation>Spalte mit der Zeit des Fensters</translation>
  </message>
  <message>
   <source>Column; empty: the first with numbers</source>
   <translation>Spalte; leer: die erste mit Zahlen</translation>
  </message>
  <message>
   <source>Columns</source>
   <translation>Spalten</translation>
  </message>
  <message>
   <source>Columns of a new table in a database of one's own, such as: name text, height real</source>
   <translation>Spalten einer neuen Tabelle in einer eigenen Datenbank, etwa: name text, height real</translation>
  </message>
  <message>
   <source>Columns that are shown, with commas</source>
   <translation>Spalten, die gezeigt werden, mit Kommas</translation>
  </message>
  <message>
   <source>Columns that are shown, with commas; empty: all</source>
   <translation>Spalten, die gezeigt werden, mit Kommas; leer: alle</translation>
  </message>
  <message>
   <source>Columns that go up</source>
   <translation>Spalten nach oben</translation>
  </message>
  <message>
   <source>Columns that go up, with commas</source>
   <translation>Spalten nach oben, mit Kommas</translation>
  </message>
  <message>
   <source>Columns that go up, with commas; empty: chosen by themselves</source>
   <translation>Spalten nach oben, mit Kommas; leer: von selbst gewählt</translation>
  </message>
  <message>
   <source>Columns that tell rows apart (none: Spark decides)</source>
   <translation>Spalten, die Zeilen unterscheiden (keine: Spark entscheidet)</translation>
  </message>
  <message>
   <source>Columns that tell rows apart, with commas</source>
   <translation>Spalten, die Zeilen unterscheiden, mit Kommas</translation>
  </message>
  <message>
   <source>Columns that tell rows apart, with commas; empty: the primary key</source>
   <translation>Spalten, die Zeilen unterscheiden, mit Kommas; leer: der Primärschlüssel</translation>
  </message>
  <message>
   <source>comes</source>
   <translation>kommt</translation>
  </message>
  <message>
   <source>Compare with the present</source>
   <translation>Mit jetzt vergleichen</translation>
  </message>
  <message>
   <source>Comparison</source>
   <translation>Vergleich</translation>
  </message>
  <message>
   <source>Computer</source>
   <translation>Rechner</translation>
  </message>
  <message>
   <source>Computer and port</source>
   <translation>Rechner und Port</translation>
  </message>
  <message>
   <source>Computers</source>
   <translation>Rechner</translation>
  </message>
  <message>
   <source>Conflation</source>
   <translation>Verdichtung</translation>
  </message>
  <message>
   <source>Connect {first} and {second}</source>
   <translation>{first} und {second} verbinden</translation>
  </message>
  <message>
   <source>Connected by {who}</source>
   <translation>Verbunden durch {who}</translation>
  </message>
  <message>
   <source>connected to {name}</source>
   <translation>schon mit {name} verbunden</translation>
  </message>
  <message>
   <source>connection '{port}', event '{event}', field '{field}', field '{inner}': {what}</source>
   <translation>Anschluss '{port}', Ereignis '{event}', Feld '{field}', Feld '{inner}': {what}</translation>
  </message>
  <message>
   <source>connection '{port}', event '{event}', field '{field}': {what}</source>
   <translation>Anschluss '{port}', Ereignis '{event}', Feld '{field}': {what}</translation>
  </message>
  <message>
   <source>connection '{port}', event '{event}': {what}</source>
   <translation>Anschluss '{port}', Ereignis '{event}': {what}</translation>
  </message>
  <message>
   <source>connection '{port}': {what}</source>
   <translation>Anschluss '{port}': {what}</translation>
  </message>
  <message>
   <source>connection of its own kind</source>
   <translation>Anschluss eigener Art</translation>
  </message>
  <message>
   <source>CONNECTIONS</source>
   <translation>ANSCHLÜSSE</translation>
  </message>
  <message>
   <source>Contact code</source>
   <translation>Kontaktcode</translation>
  </message>
  <message>
   <source>contains</source>
   <translation>enthält</translation>
  </message>
  <message>
   <source>control and status</source>
   <translation>Steuerung und Zustand</translation>
  </message>
  <message>
   <source>Control panel</source>
   <translation>Schaltpult</translation>
  </message>
  <message>
   <source>Coordinates</source>
   <translation>Koordinaten</translation>
  </message>
  <message>
   <source>Copied</source>
   <translation>Kopiert</translation>
  </message>
  <message>
   <source>copies that agree once all have seen the same changes</source>
   <translation>Kopien, die übereinstimmen, sobald alle dasselbe gesehen haben</translation>
  </message>
  <message>
   <source>Copy</source>
   <translation>Kopieren</translation>
  </message>
  <message>
   <source>Copy &amp;link</source>
   <translation>&amp;Link kopieren</translation>
  </message>
  <message>
   <source>Copy address</source>
   <translation>Adresse kopieren</translation>
  </message>
  <message>
   <source>Copy as HTML</source>
   <translation>Als HTML kopieren</translation>
  </message>
  <message>
   <source>Copy as Markdown</source>
   <translation>Als Markdown kopieren</translation>
  </message>
  <message>
   <source>copy it again</source>
   <translation>noch einmal kopieren</translation>
  </message>
  <message>
   <source>Copy my contact code for others</source>
   <translation>Meinen Kontaktcode für andere kopieren</translation>
  </message>
  <message>
   <source>Copy my contact code, to send it to them</source>
   <translation>Meinen Kontaktcode kopieren, um ihn ihnen zu schicken</translation>
  </message>
  <message>
   <source>Copy the address</source>
   <translation>Die Adresse kopieren</translation>
  </message>
  <message>
   <source>Copy the formal type</source>
   <translation>Formale Art kopieren</translation>
  </message>
  <message>
   <source>Copy the selected object</source>
   <translation>Ausgewähltes Objekt kopieren</translation>
  </message>
  <message>
   <source>Copy to the clipboard</source>
   <translation>In die Zwischenablage kopieren</translation>
  </message>
  <message>
   <source>Copy what you typed</source>
   <translation>Kopieren, was Sie geschrieben haben</translation>
  </message>
  <message>
   <source>Count</source>
   <translation>Anzahl</translation>
  </message>
  <message>
   <source>count</source>
   <translation>Anzahl</translation>
  </message>
  <message>
   <source>Count down from</source>
   <translation>Abwärts zählen von</translation>
  </message>
  <message>
   <source>count up</source>
   <translation>aufwärts</translation>
  </message>
  <message>
   <source>Counter on a platform</source>
   <translation>Zähler auf einer Plattform</translation>
  </message>
  <message>
   <source>Cut</source>
   <translation>Ausschneiden</translation>
  </message>
  <message>
   <source>Cut off from most of the others. You can read; what you write waits until the connection is back.</source>
   <translation>Von den meisten anderen abgeschnitten. Sie können lesen; was Sie schreiben, wartet, bis die Verbindung wieder da ist.</translation>
  </message>
  <message>
   <source>Cut off from the others: nothing can be put here now.</source>
   <translation>Von den anderen abgeschnitten: hier kann jetzt nichts abgelegt werden.</translation>
  </message>
  <message>
   <source>Cut off from the others: you can read; what you would change waits.</source>
   <translation>Von den anderen abgeschnitten: Lesen geht, Änderungen warten.</translation>
  </message>
  <message>
   <source>D&amp;one</source>
   <translation>&amp;Fertig</translation>
  </message>
  <message>
   <source>Dark</source>
   <translation>Dunkel</translation>
  </message>
  <message>
   <source>Dashboard of a shop</source>
   <translation>Übersicht eines Ladens</translation>
  </message>
  <message>
   <source>Data ({endings})</source>
   <translation>Daten ({endings})</translation>
  </message>
  <message>
   <source>Data and feeds</source>
   <translation>Daten und Ströme</translation>
  </message>
  <message>
   <source>data cluster memory master query feed</source>
   <translation>Daten Cluster Speicher Master Abfrage Datenstrom</translation>
  </message>
  <message>
   <source>Database</source>
   <translation>Datenbank</translation>
  </message>
  <message>
   <source>Database system</source>
   <translation>Datenbanksystem</translation>
  </message>
  <message>
   <source>Database table</source>
   <translation>Datenbanktabelle</translation>
  </message>
  <message>
   <source>Database, such as postgresql://ann@localhost/shop or sqlite:/a/b.db</source>
   <translation>Datenbank, etwa postgresql://ann@localhost/shop oder sqlite:/a/b.db</translation>
  </message>
  <message>
   <source>Date and time</source>
   <translation>Datum und Uhrzeit</translation>
  </message>
  <message>
   <source>days</source>
   <translation>Tage</translation>
  </message>
  <message>
   <source>Delete</source>
   <translation>Löschen</translation>
  </message>
  <message>
   <source>Delete this mark</source>
   <translation>Diese Marke löschen</translation>
  </message>
  <message>
   <source>Design page</source>
   <translation>Entwurfsseite</translation>
  </message>
  <message>
   <source>Desktop</source>
   <translation>Schreibtisch</translation>
  </message>
  <message>
   <source>Desktops</source>
   <translation>Schreibtische</translation>
  </message>
  <message>
   <source>Detach</source>
   <translation>Abtrennen</translation>
  </message>
  <message>
   <source>Details</source>
   <translation>Einzelheiten</translation>
  </message>
  <message>
   <source>Diamond</source>
   <translation>Raute</translation>
  </message>
  <message>
   <source>Disconnect {first} and {second}</source>
   <translation>{first} und {second} trennen</translation>
  </message>
  <message>
   <source>Disk</source>
   <translation>Platte</translation>
  </message>
  <message>
   <source>Do it again (Ctrl+Shift+Z)</source>
   <translation>Wieder tun (Strg+Umschalt+Z)</translation>
  </message>
  <message>
   <source>Document</source>
   <translation>Dokument</translation>
  </message>
  <message>
   <source>Document; own/NAME.fods is made</source>
   <translation>Dokument; own/NAME.fods wird angelegt</translation>
  </message>
  <message>
   <source>does not come</source>
   <translation>kommt nicht</translation>
  </message>
  <message>
   <source>does not fit: {what}</source>
   <translation>passt nicht: {what}</translation>
  </message>
  <message>
   <source>does nothing</source>
   <translation>tut nichts</translation>
  </message>
  <message>
   <source>Double click or F2: say which type it really has</source>
   <translation>Doppelklick oder F2: sagen, welchen Typ sie wirklich hat</translation>
  </message>
  <message>
   <source>Drag an object from the palette onto the page, or double-click the page to add one.</source>
   <translation>Ziehen Sie ein Objekt aus der Palette auf die Seite, oder doppelklicken Sie auf die Seite, um eines hinzuzufügen.</translation>
  </message>
  <message>
   <source>Drag it onto the page or a dashboard; a click puts it on the page</source>
   <translation>Auf die Seite oder ein Dashboard ziehen; ein Klick legt es auf die Seite</translation>
  </message>
  <message>
   <source>Drag onto the page:</source>
   <translation>Auf die Seite ziehen:</translation>
  </message>
  <message>
   <source>Drag something from the left onto this page</source>
   <translation>Ziehen Sie etwas von links auf diese Seite</translation>
  </message>
  <message>
   <source>Drag this to a folder, a message or another window</source>
   <translation>In einen Ordner, eine Nachricht oder ein anderes Fenster ziehen</translation>
  </message>
  <message>
   <source>Drag to look around, W A S D to fly; drop objects, pictures and models.</source>
   <translation>Ziehen zum Umsehen, W A S D zum Fliegen; legen Sie Objekte, Bilder und Modelle ab.</translation>
  </message>
  <message>
   <source>Drag “Shared text” from the palette on the left onto the page, or let me do it.</source>
   <translation>Ziehen Sie „Gemeinsamer Text“ aus der Palette links auf die Seite, oder lassen Sie es mich tun.</translation>
  </message>
  <message>
   <source>Draw a line (L)</source>
   <translation>Eine Linie zeichnen (L)</translation>
  </message>
  <message>
   <source>Draw a wire</source>
   <translation>Leitung ziehen</translation>
  </message>
  <message>
   <source>Draw an area (A)</source>
   <translation>Eine Fläche zeichnen (A)</translation>
  </message>
  <message>
   <source>draw it again</source>
   <translation>neu zeichnen</translation>
  </message>
  <message>
   <source>Draws how the number of a slider, a gauge or a shared value went; whoever comes later sees it, too.</source>
   <translation>Zeichnet, wie die Zahl eines Reglers, einer Anzeige oder eines gemeinsamen Wertes verlief; wer später kommt, sieht es auch.</translation>
  </message>
  <message>
   <source>Draws the present table of a feed: lines, areas, bars, points, a histogram or a heat map.</source>
   <translation>Zeichnet die jetzige Tabelle eines Datenstroms: Linien, Flächen, Balken, Punkte, ein Histogramm oder eine Wärmekarte.</translation>
  </message>
  <message>
   <source>Draws what a channel brings: lines, areas, bars, points, a histogram or a heat map.</source>
   <translation>Zeichnet, was ein Kanal bringt: Linien, Flächen, Balken, Punkte, ein Histogramm oder eine Wärmekarte.</translation>
  </message>
  <message>
   <source>Drop a file here, paste one, or choose one.</source>
   <translation>Legen Sie hier eine Datei ab, fügen Sie eine ein oder wählen Sie eine.</translation>
  </message>
  <message>
   <source>Drop a picture here, paste one, or choose a file.
Everyone will see it.</source>
   <translation>Legen Sie hier ein Bild ab, fügen Sie eines ein oder wählen Sie eine Datei.
Alle werden es sehen.</translation>
  </message>
  <message>
   <source>drop a stream of coordinates on the model first</source>
   <translation>legen Sie erst einen Strom von Koordinaten auf das Modell</translation>
  </message>
  <message>
   <source>drop an object here</source>
   <translation>Objekt hier ablegen</translation>
  </message>
  <message>
   <source>Drop CSV, JSON, Parquet or ORC files here, a folder that grows, or a channel of the page.</source>
   <translation>Legen Sie hier CSV-, JSON-, Parquet- oder ORC-Dateien ab, einen wachsenden Ordner oder einen Kanal der Seite.</translation>
  </message>
  <message>
   <source>Drop it here</source>
   <translation>Hier ablegen</translation>
  </message>
  <message>
   <source>drop it on a model in a 3D desktop, and the model follows</source>
   <translation>auf ein Modell in einem 3D-Schreibtisch legen, und das Modell folgt</translation>
  </message>
  <message>
   <source>Drop it on a model in a 3D desktop, and the model follows.</source>
   <translation>Legen Sie es auf ein Modell in einem 3D-Schreibtisch, und das Modell folgt.</translation>
  </message>
  <message>
   <source>Drop or paste an object here to share it.</source>
   <translation>Legen Sie ein Objekt hier ab oder fügen Sie es ein, um es zu teilen.</translation>
  </message>
  <message>
   <source>Drop what comes later than</source>
   <translation>Verwerfen, was später kommt als</translation>
  </message>
  <message>
   <source>Duplicate</source>
   <translation>Duplizieren</translation>
  </message>
  <message>
   <source>durability (what was sent survives a power failure)</source>
   <translation>Dauerhaftigkeit (was gesendet wurde, übersteht einen Stromausfall)</translation>
  </message>
  <message>
   <source>Durable channel on this computer</source>
   <translation>Dauerhafter Kanal auf diesem Rechner</translation>
  </message>
  <message>
   <source>E-mail messages (*.eml)</source>
   <translation>E-Mail-Nachrichten (*.eml)</translation>
  </message>
  <message>
   <source>each alert of {name}</source>
   <translation>jeder Alarm von {name}</translation>
  </message>
  <message>
   <source>each item added to {name}</source>
   <translation>jeder neue Eintrag in {name}</translation>
  </message>
  <message>
   <source>Each line that the server sends is a row; what was sent while nobody listened is lost.</source>
   <translation>Jede Zeile, die der Server schickt, ist eine Tabellenzeile; was ankam, als niemand zuhörte, ist verloren.</translation>
  </message>
  <message>
   <source>each mark that is put on {name}</source>
   <translation>jede neue Markierung auf {name}</translation>
  </message>
  <message>
   <source>each message in {name}</source>
   <translation>jede Nachricht in {name}</translation>
  </message>
  <message>
   <source>each new price of {name}</source>
   <translation>jeder neue Kurs von {name}</translation>
  </message>
  <message>
   <source>each person who comes to {name}</source>
   <translation>alle, die zu {name} kommen</translation>
  </message>
  <message>
   <source>each press of {name}</source>
   <translation>jeder Druck auf {name}</translation>
  </message>
  <message>
   <source>each reading of {name}</source>
   <translation>jede Messung von {name}</translation>
  </message>
  <message>
   <source>Each row</source>
   <translation>Jede Zeile</translation>
  </message>
  <message>
   <source>each row</source>
   <translation>jede Zeile</translation>
  </message>
  <message>
   <source>each row added to {name}</source>
   <translation>jede neue Zeile in {name}</translation>
  </message>
  <message>
   <source>each row sent from {name}</source>
   <translation>jede Zeile, die {name} absendet</translation>
  </message>
  <message>
   <source>each thing that is ticked off in {name}</source>
   <translation>alles, was in {name} abgehakt wird</translation>
  </message>
  <message>
   <source>each value</source>
   <translation>jeder Wert</translation>
  </message>
  <message>
   <source>Edit</source>
   <translation>Bearbeiten</translation>
  </message>
  <message>
   <source>Election</source>
   <translation>Wahl</translation>
  </message>
  <message>
   <source>Ellipse</source>
   <translation>Ellipse</translation>
  </message>
  <message>
   <source>Ellipse (O)</source>
   <translation>Ellipse (O)</translation>
  </message>
  <message>
   <source>Empty</source>
   <translation>Leer</translation>
  </message>
  <message>
   <source>empty</source>
   <translation>leer</translation>
  </message>
  <message>
   <source>Empty: the name of your account. What is open already keeps the old name.</source>
   <translation>Leer: der Name Ihres Kontos. Was schon offen ist, behält den alten Namen.</translation>
  </message>
  <message>
   <source>encrypted</source>
   <translation>verschlüsselt</translation>
  </message>
  <message>
   <source>Encryption</source>
   <translation>Verschlüsselung</translation>
  </message>
  <message>
   <source>encryption (nobody outside can read the events)</source>
   <translation>Verschlüsselung (niemand außerhalb kann mitlesen)</translation>
  </message>
  <message>
   <source>end-to-end encryption (no relay can read the events either)</source>
   <translation>Ende-zu-Ende-Verschlüsselung (auch kein Vermittler kann mitlesen)</translation>
  </message>
  <message>
   <source>ended</source>
   <translation>beendet</translation>
  </message>
  <message>
   <source>ends with</source>
   <translation>endet mit</translation>
  </message>
  <message>
   <source>Equal gaps across</source>
   <translation>Gleiche Abstände nebeneinander</translation>
  </message>
  <message>
   <source>Equal gaps down</source>
   <translation>Gleiche Abstände untereinander</translation>
  </message>
  <message>
   <source>Eraser: takes away whole shapes (E)</source>
   <translation>Radierer: nimmt ganze Formen weg (E)</translation>
  </message>
  <message>
   <source>event</source>
   <translation>Ereignis</translation>
  </message>
  <message>
   <source>event '{event}', field '{field}', field '{inner}': {what}</source>
   <translation>Ereignis '{event}', Feld '{field}', Feld '{inner}': {what}</translation>
  </message>
  <message>
   <source>event '{event}', field '{field}': {what}</source>
   <translation>Ereignis '{event}', Feld '{field}': {what}</translation>
  </message>
  <message>
   <source>event '{event}': {what}</source>
   <translation>Ereignis '{event}': {what}</translation>
  </message>
  <message>
   <source>Events / s</source>
   <translation>Ereignisse / s</translation>
  </message>
  <message>
   <source>events delivered in total order (the same for everyone)</source>
   <translation>eine Reihenfolge für alle (bei jedem dieselbe)</translation>
  </message>
  <message>
   <source>every</source>
   <translation>alle</translation>
  </message>
  <message>
   <source>Everyone ends up with the newest value, of each key if there are keys; who is slow skips older ones.</source>
   <translation>Jeder hat am Ende den neuesten Wert, bei Schlüsseln je Schlüssel; wer langsam ist, überspringt ältere.</translation>
  </message>
  <message>
   <source>Everyone gets this version; what is there now stays as a version.</source>
   <translation>Alle bekommen diese Version; was jetzt da ist, bleibt als Version.</translation>
  </message>
  <message>
   <source>Everyone hears everything, in one and the same order, also when whoever gave the order dies.</source>
   <translation>Alle hören alles in ein und derselben Reihenfolge, auch wenn ausfällt, wer sie vorgab.</translation>
  </message>
  <message>
   <source>Everyone hears what anyone says, unless it is lost on the way; nothing waits.</source>
   <translation>Alle hören, was einer sagt, es sei denn, es geht unterwegs verloren; nichts wartet.</translation>
  </message>
  <message>
   <source>Everyone on the local network</source>
   <translation>Alle im lokalen Netz</translation>
  </message>
  <message>
   <source>Everyone on this computer hears everything in the same order.</source>
   <translation>Alle auf diesem Rechner hören alles in derselben Reihenfolge.</translation>
  </message>
  <message>
   <source>Everyone on this computer who opens it hears what anyone says in it.</source>
   <translation>Alle auf diesem Rechner, die ihn öffnen, hören, was darin gesagt wird.</translation>
  </message>
  <message>
   <source>Everyone sees the same</source>
   <translation>Alle sehen dasselbe</translation>
  </message>
  <message>
   <source>Everyone sees the same, and it is kept</source>
   <translation>Alle sehen dasselbe, und es bleibt erhalten</translation>
  </message>
  <message>
   <source>Everyone sees the same, kept by a majority</source>
   <translation>Alle sehen dasselbe, eine Mehrheit hält es</translation>
  </message>
  <message>
   <source>Everything</source>
   <translation>Alles</translation>
  </message>
  <message>
   <source>everything</source>
   <translation>alles</translation>
  </message>
  <message>
   <source>Everything begins with an empty page. What you put on it can be shared with anyone.</source>
   <translation>Alles beginnt mit einer leeren Seite. Was Sie darauf stellen, lässt sich mit allen teilen.</translation>
  </message>
  <message>
   <source>Everything else that can be done</source>
   <translation>Alles andere, was man tun kann</translation>
  </message>
  <message>
   <source>Everything fits. This page can go live.</source>
   <translation>Alles passt. Diese Seite kann live gehen.</translation>
  </message>
  <message>
   <source>everything of this kind</source>
   <translation>alles dieser Art</translation>
  </message>
  <message>
   <source>Everything that can be done</source>
   <translation>Alles, was man tun kann</translation>
  </message>
  <message>
   <source>Everything that it tells of moves here.</source>
   <translation>Alles, wovon er erzählt, bewegt sich hier.</translation>
  </message>
  <message>
   <source>exactly {count} connected at any time</source>
   <translation>genau {count} gleichzeitig verbunden</translation>
  </message>
  <message>
   <source>exactly-once delivery (no event is lost or arrives twice)</source>
   <translation>genau einmalige Zustellung (nichts geht verloren oder kommt doppelt an)</translation>
  </message>
  <message>
   <source>Exchange ticker</source>
   <translation>Börsenticker</translation>
  </message>
  <message>
   <source>Expand</source>
   <translation>Ausklappen</translation>
  </message>
  <message>
   <source>Export as P&amp;DF…</source>
   <translation>Als P&amp;DF ausgeben …</translation>
  </message>
  <message>
   <source>Export as PDF</source>
   <translation>Als PDF ausgeben</translation>
  </message>
  <message>
   <source>Export as pict&amp;ure…</source>
   <translation>Als Bi&amp;ld ausgeben …</translation>
  </message>
  <message>
   <source>Export as picture</source>
   <translation>Als Bild ausgeben</translation>
  </message>
  <message>
   <source>exported as {name}</source>
   <translation>schon außen als {name} gezeigt</translation>
  </message>
  <message>
   <source>failed</source>
   <translation>ausgefallen</translation>
  </message>
  <message>
   <source>failed: {reason}</source>
   <translation>ausgefallen: {reason}</translation>
  </message>
  <message>
   <source>failed: {why}</source>
   <translation>gescheitert: {why}</translation>
  </message>
  <message>
   <source>Failure detection</source>
   <translation>Ausfallerkennung</translation>
  </message>
  <message>
   <source>Failures</source>
   <translation>Fehler</translation>
  </message>
  <message>
   <source>Feed</source>
   <translation>Datenstrom</translation>
  </message>
  <message>
   <source>Feed alert</source>
   <translation>Alarm eines Datenstroms</translation>
  </message>
  <message>
   <source>Feed chart</source>
   <translation>Diagramm eines Datenstroms</translation>
  </message>
  <message>
   <source>Feed filter</source>
   <translation>Filter eines Datenstroms</translation>
  </message>
  <message>
   <source>Feed gauge</source>
   <translation>Anzeige eines Datenstroms</translation>
  </message>
  <message>
   <source>Feed map</source>
   <translation>Karte eines Datenstroms</translation>
  </message>
  <message>
   <source>Feed number</source>
   <translation>Zahl eines Datenstroms</translation>
  </message>
  <message>
   <source>Feed table</source>
   <translation>Tabelle eines Datenstroms</translation>
  </message>
  <message>
   <source>Feeds</source>
   <translation>Datenströme</translation>
  </message>
  <message>
   <source>Feeds ({count})</source>
   <translation>Datenströme ({count})</translation>
  </message>
  <message>
   <source>fetched by name</source>
   <translation>nach Namen geholt</translation>
  </message>
  <message>
   <source>Fetched from {name} when it runs.</source>
   <translation>Wird beim Start aus {name} geholt.</translation>
  </message>
  <message>
   <source>field '{field}': {what}</source>
   <translation>Feld '{field}': {what}</translation>
  </message>
  <message>
   <source>FIFO (each sender's events arrive in the order they were sent)</source>
   <translation>die Reihenfolge jedes Absenders (was einer sendet, kommt der Reihe nach an)</translation>
  </message>
  <message>
   <source>File link</source>
   <translation>Verknüpfung mit einer Datei</translation>
  </message>
  <message>
   <source>Files</source>
   <translation>Dateien</translation>
  </message>
  <message>
   <source>Files are read again whenever they change.</source>
   <translation>Dateien werden neu gelesen, wenn sie sich ändern.</translation>
  </message>
  <message>
   <source>files up to 16 MB travel along</source>
   <translation>Dateien bis 16 MB reisen mit</translation>
  </message>
  <message>
   <source>Files…</source>
   <translation>Dateien …</translation>
  </message>
  <message>
   <source>filled in later</source>
   <translation>wird später gewählt</translation>
  </message>
  <message>
   <source>film</source>
   <translation>Film</translation>
  </message>
  <message>
   <source>Films</source>
   <translation>Filme</translation>
  </message>
  <message>
   <source>Filters</source>
   <translation>Filter</translation>
  </message>
  <message>
   <source>Find</source>
   <translation>Suchen</translation>
  </message>
  <message>
   <source>Find a country, city or mark</source>
   <translation>Land, Stadt oder Marke suchen</translation>
  </message>
  <message>
   <source>Find a place</source>
   <translation>Einen Ort suchen</translation>
  </message>
  <message>
   <source>Find an object</source>
   <translation>Objekt suchen</translation>
  </message>
  <message>
   <source>Find in the log</source>
   <translation>Im Protokoll suchen</translation>
  </message>
  <message>
   <source>Find in this note</source>
   <translation>In dieser Notiz suchen</translation>
  </message>
  <message>
   <source>Find on this page</source>
   <translation>Auf dieser Seite suchen</translation>
  </message>
  <message>
   <source>Find on this page…</source>
   <translation>Auf dieser Seite suchen …</translation>
  </message>
  <message>
   <source>Find something to add</source>
   <translation>Etwas zum Hinzufügen suchen</translation>
  </message>
  <message>
   <source>Fine</source>
   <translation>Fein</translation>
  </message>
  <message>
   <source>Finish</source>
   <translation>Fertig</translation>
  </message>
  <message>
   <source>first</source>
   <translation>die ersten</translation>
  </message>
  <message>
   <source>Fits {name}</source>
   <translation>Passt zu {name}</translation>
  </message>
  <message>
   <source>folder of objects</source>
   <translation>Ordner von Objekten</translation>
  </message>
  <message>
   <source>Follow what is chosen with the camera</source>
   <translation>Dem Ausgewählten mit der Kamera folgen</translation>
  </message>
  <message>
   <source>Follow with the camera</source>
   <translation>Mit der Kamera folgen</translation>
  </message>
  <message>
   <source>Follow {name}</source>
   <translation>{name} folgen</translation>
  </message>
  <message>
   <source>Following {name}</source>
   <translation>Folgt {name}</translation>
  </message>
  <message>
   <source>for control and status</source>
   <translation>für Steuerung und Zustand da</translation>
  </message>
  <message>
   <source>For developers</source>
   <translation>Für Entwickler</translation>
  </message>
  <message>
   <source>for questions and answers</source>
   <translation>für Fragen und Antworten da</translation>
  </message>
  <message>
   <source>Form</source>
   <translation>Formular</translation>
  </message>
  <message>
   <source>Formal type</source>
   <translation>Formale Art</translation>
  </message>
  <message>
   <source>forward secrecy (a stolen key does not open what was sent before)</source>
   <translation>vorwärts gerichtete Geheimhaltung (ein gestohlener Schlüssel öffnet nichts Früheres)</translation>
  </message>
  <message>
   <source>Frames</source>
   <translation>Bilder</translation>
  </message>
  <message>
   <source>Frames per second</source>
   <translation>Bilder je Sekunde</translation>
  </message>
  <message>
   <source>free some space</source>
   <translation>Platz schaffen</translation>
  </message>
  <message>
   <source>From</source>
   <translation>Aus</translation>
  </message>
  <message>
   <source>from</source>
   <translation>von</translation>
  </message>
  <message>
   <source>from a file</source>
   <translation>aus einer Datei</translation>
  </message>
  <message>
   <source>From above</source>
   <translation>Von oben</translation>
  </message>
  <message>
   <source>From here on it is bad</source>
   <translation>Ab hier ist es schlecht</translation>
  </message>
  <message>
   <source>From here on it is bad; below the warning: low is bad</source>
   <translation>Ab hier ist es schlecht; unter der Warnung: niedrig ist schlecht</translation>
  </message>
  <message>
   <source>From here on it is noticed</source>
   <translation>Ab hier fällt es auf</translation>
  </message>
  <message>
   <source>From here on it is too high</source>
   <translation>Ab hier ist sie zu hoch</translation>
  </message>
  <message>
   <source>from LibreOffice at {when}</source>
   <translation>aus LibreOffice um {when}</translation>
  </message>
  <message>
   <source>From the newest event in a batch until it is on the screens</source>
   <translation>Vom neuesten Ereignis in einem Stück, bis es auf den Bildschirmen ist</translation>
  </message>
  <message>
   <source>From the side</source>
   <translation>Von der Seite</translation>
  </message>
  <message>
   <source>from {name}</source>
   <translation>von {name}</translation>
  </message>
  <message>
   <source>Further settings of Spark, one in a line</source>
   <translation>Weitere Einstellungen von Spark, eine je Zeile</translation>
  </message>
  <message>
   <source>Gallery</source>
   <translation>Galerie</translation>
  </message>
  <message>
   <source>Gallery of live objects</source>
   <translation>Galerie der lebenden Objekte</translation>
  </message>
  <message>
   <source>Gauge</source>
   <translation>Anzeige</translation>
  </message>
  <message>
   <source>Getting the world …</source>
   <translation>Die Welt wird geholt …</translation>
  </message>
  <message>
   <source>Getting what the others have …</source>
   <translation>Holt, was die anderen haben …</translation>
  </message>
  <message>
   <source>give it its settings first</source>
   <translation>erst ihre Einstellungen wählen</translation>
  </message>
  <message>
   <source>give it one</source>
   <translation>einen geben</translation>
  </message>
  <message>
   <source>Gives</source>
   <translation>Gibt</translation>
  </message>
  <message>
   <source>Gives whoever comes late all messages from the start; the checkpoint is the list of them.</source>
   <translation>Gibt allen, die später kommen, alle Nachrichten von Anfang an; der Stand ist ihre Liste.</translation>
  </message>
  <message>
   <source>gives {what}</source>
   <translation>gibt {what}</translation>
  </message>
  <message>
   <source>Go back to the note</source>
   <translation>Zurück zur Notiz</translation>
  </message>
  <message>
   <source>Go live</source>
   <translation>Live gehen</translation>
  </message>
  <message>
   <source>Go on</source>
   <translation>Weiter</translation>
  </message>
  <message>
   <source>Go on showing</source>
   <translation>Weiter zeigen</translation>
  </message>
  <message>
   <source>Go on, for everyone</source>
   <translation>Weiter, für alle</translation>
  </message>
  <message>
   <source>Go to the page {name}</source>
   <translation>Zur Seite {name}</translation>
  </message>
  <message>
   <source>Go to the place</source>
   <translation>Zur Stelle</translation>
  </message>
  <message>
   <source>Go to {block}</source>
   <translation>Zu {block}</translation>
  </message>
  <message>
   <source>gone</source>
   <translation>fort</translation>
  </message>
  <message>
   <source>Good</source>
   <translation>Gut</translation>
  </message>
  <message>
   <source>Greatest</source>
   <translation>Größtes</translation>
  </message>
  <message>
   <source>greatest</source>
   <translation>größtes</translation>
  </message>
  <message>
   <source>Green</source>
   <translation>Grün</translation>
  </message>
  <message>
   <source>Grey</source>
   <translation>Grau</translation>
  </message>
  <message>
   <source>Group</source>
   <translation>Gruppe</translation>
  </message>
  <message>
   <source>Group service</source>
   <translation>Gruppendienst</translation>
  </message>
  <message>
   <source>Group {count} blocks</source>
   <translation>{count} Bausteine gruppieren</translation>
  </message>
  <message>
   <source>has in it</source>
   <translation>enthält</translation>
  </message>
  <message>
   <source>has in it …</source>
   <translation>enthält …</translation>
  </message>
  <message>
   <source>Heading</source>
   <translation>Überschrift</translation>
  </message>
  <message>
   <source>Heading 1</source>
   <translation>Überschrift 1</translation>
  </message>
  <message>
   <source>Heading 2</source>
   <translation>Überschrift 2</translation>
  </message>
  <message>
   <source>Heading 3</source>
   <translation>Überschrift 3</translation>
  </message>
  <message>
   <source>Heat map</source>
   <translation>Wärmekarte</translation>
  </message>
  <message>
   <source>heat map</source>
   <translation>Wärmekarte</translation>
  </message>
  <message>
   <source>Heating, light and bell of a house on one page: what one person moves, everyone sees move.</source>
   <translation>Heizung, Licht und Klingel eines Hauses auf einer Seite: was einer bewegt, sehen alle sich bewegen.</translation>
  </message>
  <message>
   <source>Height, m</source>
   <translation>Höhe, m</translation>
  </message>
  <message>
   <source>Help</source>
   <translation>Hilfe</translation>
  </message>
  <message>
   <source>Here</source>
   <translation>Hier</translation>
  </message>
  <message>
   <source>Here by default, with nothing to install. A cluster or a Spark Connect server does as well.</source>
   <translation>Hier, wenn nichts gewählt ist; dazu muss nichts installiert werden. Ein Cluster oder ein Server für Spark Connect geht auch.</translation>
  </message>
  <message>
   <source>Here now: {people}</source>
   <translation>Jetzt hier: {people}</translation>
  </message>
  <message>
   <source>Here with you: {names}</source>
   <translation>Mit Ihnen hier: {names}</translation>
  </message>
  <message>
   <source>Hide its settings</source>
   <translation>Seine Einstellungen verbergen</translation>
  </message>
  <message>
   <source>Hide the formal type</source>
   <translation>Formale Art verbergen</translation>
  </message>
  <message>
   <source>Hide {name}</source>
   <translation>{name} nicht mehr außen zeigen</translation>
  </message>
  <message>
   <source>High</source>
   <translation>Hoch</translation>
  </message>
  <message>
   <source>Highest number</source>
   <translation>Größte Zahl</translation>
  </message>
  <message>
   <source>Highlight</source>
   <translation>Hervorheben</translation>
  </message>
  <message>
   <source>Highlighter (H)</source>
   <translation>Marker (H)</translation>
  </message>
  <message>
   <source>Histogram</source>
   <translation>Histogramm</translation>
  </message>
  <message>
   <source>histogram</source>
   <translation>Histogramm</translation>
  </message>
  <message>
   <source>History</source>
   <translation>Verlauf</translation>
  </message>
  <message>
   <source>Hold it still</source>
   <translation>Anhalten</translation>
  </message>
  <message>
   <source>Hold it still; what comes is shown later</source>
   <translation>Festhalten; was kommt, wird später gezeigt</translation>
  </message>
  <message>
   <source>Hold it to move the page with the mouse</source>
   <translation>Gedrückt halten, um die Seite mit der Maus zu verschieben</translation>
  </message>
  <message>
   <source>Hold the film still, for everyone</source>
   <translation>Den Film anhalten, für alle</translation>
  </message>
  <message>
   <source>holds characters that cannot be seen, or starts or ends with a space</source>
   <translation>enthält unsichtbare Zeichen, oder beginnt oder endet mit einem Leerzeichen</translation>
  </message>
  <message>
   <source>Host</source>
   <translation>Gastgeber</translation>
  </message>
  <message>
   <source>Hosts</source>
   <translation>Gastgeber</translation>
  </message>
  <message>
   <source>hours</source>
   <translation>Stunden</translation>
  </message>
  <message>
   <source>How a node can keep a folder of channels in its registry as MyPlatform, told where its local controller is. Nothing is at the address of its library.</source>
   <translation>Wie ein Knoten einen Ordner von Kanälen in seinem Verzeichnis als MyPlatform führen kann, mit der Angabe, wo sein lokaler Controller ist. Unter der Adresse seiner Bibliothek ist nichts.</translation>
  </message>
  <message>
   <source>How an object of a library is named that is downloaded from an address, checked against its digest, and run only with consent. Nothing is at this address.</source>
   <translation>Wie ein Objekt aus einer Bibliothek benannt wird, die von einer Adresse geladen, mit ihrer Prüfsumme verglichen und nur mit Zustimmung ausgeführt wird. Unter dieser Adresse ist nichts.</translation>
  </message>
  <message>
   <source>How busy every computer is that has this open, as lines.</source>
   <translation>Wie ausgelastet jeder Rechner ist, der dies offen hat, als Linien.</translation>
  </message>
  <message>
   <source>How busy every computer is that has this open.</source>
   <translation>Wie ausgelastet jeder Rechner ist, der dies offen hat.</translation>
  </message>
  <message>
   <source>How far back</source>
   <translation>Wie weit zurück</translation>
  </message>
  <message>
   <source>How far Spark is</source>
   <translation>Wie weit Spark ist</translation>
  </message>
  <message>
   <source>How far they fly</source>
   <translation>Wie weit sie fliegen</translation>
  </message>
  <message>
   <source>How it is chosen</source>
   <translation>Wie gewählt wird</translation>
  </message>
  <message>
   <source>How it is drawn</source>
   <translation>Wie es gezeichnet wird</translation>
  </message>
  <message>
   <source>How long</source>
   <translation>Wie lange</translation>
  </message>
  <message>
   <source>How long the newest batch took</source>
   <translation>Wie lange das neueste Stück gedauert hat</translation>
  </message>
  <message>
   <source>How long tracks are shown</source>
   <translation>Wie lange Spuren gezeigt werden</translation>
  </message>
  <message>
   <source>How many answers are enough for `first`</source>
   <translation>Wie viele Antworten bei `first` genügen</translation>
  </message>
  <message>
   <source>how many items {name} has</source>
   <translation>wie viele Einträge {name} hat</translation>
  </message>
  <message>
   <source>How many outcomes are remembered</source>
   <translation>Wie viele Ergebnisse behalten werden</translation>
  </message>
  <message>
   <source>how many people are in {name}</source>
   <translation>wie viele Leute in {name} sind</translation>
  </message>
  <message>
   <source>How many rows</source>
   <translation>Wie viele Zeilen</translation>
  </message>
  <message>
   <source>how many things are done in {name}</source>
   <translation>wie viel in {name} erledigt ist</translation>
  </message>
  <message>
   <source>how many things are left to do in {name}</source>
   <translation>wie viel in {name} noch zu tun ist</translation>
  </message>
  <message>
   <source>How much of the time is spent in batches; at 100 % it cannot keep up</source>
   <translation>Wie viel der Zeit mit Stücken vergeht; bei 100 % kommt es nicht nach</translation>
  </message>
  <message>
   <source>How often they move</source>
   <translation>Wie oft sie sich bewegen</translation>
  </message>
  <message>
   <source>how often {name} was pressed</source>
   <translation>wie oft {name} gedrückt wurde</translation>
  </message>
  <message>
   <source>How others see you when you share something.</source>
   <translation>Wie andere Sie sehen, wenn Sie etwas teilen.</translation>
  </message>
  <message>
   <source>How rows at the same place become one</source>
   <translation>Wie Zeilen am selben Ort zu einer werden</translation>
  </message>
  <message>
   <source>How rows become one number</source>
   <translation>Wie aus Zeilen eine Zahl wird</translation>
  </message>
  <message>
   <source>How rows of a place become one number</source>
   <translation>Wie aus Zeilen eines Ortes eine Zahl wird</translation>
  </message>
  <message>
   <source>HTML (*.html)</source>
   <translation>HTML (*.html)</translation>
  </message>
  <message>
   <source>https://</source>
   <translation>https://</translation>
  </message>
  <message>
   <source>Hybrid multicast</source>
   <translation>Gemischter Rundruf</translation>
  </message>
  <message>
   <source>Hybrid multicast, in LAN x</source>
   <translation>Gemischter Rundruf, im Netz x</translation>
  </message>
  <message>
   <source>Hybrid multicast, in LAN y</source>
   <translation>Gemischter Rundruf, im Netz y</translation>
  </message>
  <message>
   <source>I &amp;come</source>
   <translation>Ich &amp;komme</translation>
  </message>
  <message>
   <source>I ca&amp;nnot come</source>
   <translation>Ich kann &amp;nicht kommen</translation>
  </message>
  <message>
   <source>I know them</source>
   <translation>Ich kenne sie</translation>
  </message>
  <message>
   <source>Image</source>
   <translation>Bild</translation>
  </message>
  <message>
   <source>In / s</source>
   <translation>Ein / s</translation>
  </message>
  <message>
   <source>In a sandbox, it sees what is sent to it and answers; it cannot read or change your files, use the network, or start programs, and its memory is limited. Trusted fully, it can do what you can do.</source>
   <translation>In einer Sandbox sieht es, was ihm geschickt wird, und antwortet; es kann deine Dateien weder lesen noch ändern, nicht ins Netz und keine Programme starten, und sein Speicher ist begrenzt. Wenn du ihm ganz vertraust, kann es alles, was du kannst.</translation>
  </message>
  <message>
   <source>in order</source>
   <translation>der Reihe nach</translation>
  </message>
  <message>
   <source>in parts not encrypted</source>
   <translation>teilweise nicht verschlüsselt</translation>
  </message>
  <message>
   <source>Indent less</source>
   <translation>Weniger einrücken</translation>
  </message>
  <message>
   <source>Indent more</source>
   <translation>Mehr einrücken</translation>
  </message>
  <message>
   <source>Ink</source>
   <translation>Tinte</translation>
  </message>
  <message>
   <source>Insert {adapter}</source>
   <translation>{adapter} einfügen</translation>
  </message>
  <message>
   <source>Insert {name}</source>
   <translation>{name} einfügen</translation>
  </message>
  <message>
   <source>Inspector</source>
   <translation>Eigenschaften</translation>
  </message>
  <message>
   <source>Install Spark and go on</source>
   <translation>Spark installieren und weitermachen</translation>
  </message>
  <message>
   <source>install the library that has the object {id}, or ask whoever sent this to name the library by its URL</source>
   <translation>die Bibliothek mit dem Objekt {id} installieren, oder wer es geschickt hat, bitten, die Adresse der Bibliothek anzugeben</translation>
  </message>
  <message>
   <source>install the program again</source>
   <translation>das Programm neu installieren</translation>
  </message>
  <message>
   <source>Invitation</source>
   <translation>Einladung</translation>
  </message>
  <message>
   <source>Invited</source>
   <translation>Eingeladen</translation>
  </message>
  <message>
   <source>Invites to an object: says who invites, what for and until when; shows who accepts.</source>
   <translation>Lädt zu einem Objekt ein: sagt, wer einlädt, wozu und bis wann; zeigt, wer zusagt.</translation>
  </message>
  <message>
   <source>is being stopped</source>
   <translation>wird angehalten</translation>
  </message>
  <message>
   <source>is empty</source>
   <translation>ist leer</translation>
  </message>
  <message>
   <source>is longer than {count} characters</source>
   <translation>ist länger als {count} Zeichen</translation>
  </message>
  <message>
   <source>is not empty</source>
   <translation>ist nicht leer</translation>
  </message>
  <message>
   <source>is one of</source>
   <translation>ist eines von</translation>
  </message>
  <message>
   <source>It</source>
   <translation>Es</translation>
  </message>
  <message>
   <source>It can change or replace what is there.</source>
   <translation>Es kann ändern oder ersetzen, was dort ist.</translation>
  </message>
  <message>
   <source>It cannot be kept: {why}</source>
   <translation>Es kann nicht behalten werden: {why}</translation>
  </message>
  <message>
   <source>It cannot be shown in a window.</source>
   <translation>Es kann nicht in einem Fenster gezeigt werden.</translation>
  </message>
  <message>
   <source>it ended {time}</source>
   <translation>es endete {time}</translation>
  </message>
  <message>
   <source>It has more than {limit} MB, so it does not travel along: others see where it lies.</source>
   <translation>Sie hat mehr als {limit} MB und reist deshalb nicht mit: andere sehen, wo sie liegt.</translation>
  </message>
  <message>
   <source>it has no title</source>
   <translation>es hat keinen Titel</translation>
  </message>
  <message>
   <source>It is in the palette now, under My objects.</source>
   <translation>Es ist jetzt in der Palette, unter Meine Objekte.</translation>
  </message>
  <message>
   <source>It is lost when the last program that has it open ends.</source>
   <translation>Es geht verloren, wenn das letzte Programm endet, das es offen hat.</translation>
  </message>
  <message>
   <source>It is on the clipboard.</source>
   <translation>Es ist in der Zwischenablage.</translation>
  </message>
  <message>
   <source>It is restored, for everyone. What was there before is a version.</source>
   <translation>Sie ist wiederhergestellt, für alle. Was vorher da war, ist eine Version.</translation>
  </message>
  <message>
   <source>It is sealed. To change it, take it out first: liveobjects unseal FILE -o COPY</source>
   <translation>Es ist versiegelt. Um es zu ändern, nimm es zuerst heraus: liveobjects unseal DATEI -o KOPIE</translation>
  </message>
  <message>
   <source>It is signed by {who}.</source>
   <translation>Unterschrieben von {who}.</translation>
  </message>
  <message>
   <source>It is the desktop that it lies on.</source>
   <translation>Es ist der Schreibtisch, auf dem es liegt.</translation>
  </message>
  <message>
   <source>It is the same as now.</source>
   <translation>Es ist dasselbe wie jetzt.</translation>
  </message>
  <message>
   <source>It is very large: only the beginning was taken.</source>
   <translation>Es ist sehr groß: nur der Anfang wurde genommen.</translation>
  </message>
  <message>
   <source>It lies here as a map.</source>
   <translation>Es liegt hier als Karte.</translation>
  </message>
  <message>
   <source>It runs in a sandbox, so its own view is not drawn here. These are its values and controls.</source>
   <translation>Es läuft in einer Sandbox, deshalb wird seine eigene Ansicht hier nicht gezeichnet. Das sind seine Werte und Bedienelemente.</translation>
  </message>
  <message>
   <source>It stands here on a surface.</source>
   <translation>Es steht hier auf einer Fläche.</translation>
  </message>
  <message>
   <source>It stands here.</source>
   <translation>Es steht hier.</translation>
  </message>
  <message>
   <source>It wants to read {what}</source>
   <translation>Es möchte {what} lesen</translation>
  </message>
  <message>
   <source>It wants to run code on this computer, without a sandbox: {what}</source>
   <translation>Es möchte Code auf diesem Computer ausführen, ohne Sandbox: {what}</translation>
  </message>
  <message>
   <source>It wants to run code on this computer: {what}</source>
   <translation>Es möchte ein Programm auf diesem Rechner ausführen: {what}</translation>
  </message>
  <message>
   <source>It wants to take part in “{what}” on your network</source>
   <translation>Es möchte in Ihrem Netz an „{what}“ teilnehmen</translation>
  </message>
  <message>
   <source>It wants to talk to {what}</source>
   <translation>Es möchte mit {what} sprechen</translation>
  </message>
  <message>
   <source>It wants to use the device {what}</source>
   <translation>Es möchte das Gerät {what} benutzen</translation>
  </message>
  <message>
   <source>It wants to write to {what}</source>
   <translation>Es möchte in {what} schreiben</translation>
  </message>
  <message>
   <source>It works only on this computer.</source>
   <translation>Es funktioniert nur auf diesem Computer.</translation>
  </message>
  <message>
   <source>It works only on this computer; *Share* lets others in.</source>
   <translation>Es funktioniert nur auf diesem Computer; *Teilen* lässt andere ein.</translation>
  </message>
  <message>
   <source>It works without being seen.</source>
   <translation>Es arbeitet, ohne gesehen zu werden.</translation>
  </message>
  <message>
   <source>Italic</source>
   <translation>Kursiv</translation>
  </message>
  <message>
   <source>Item</source>
   <translation>Eintrag</translation>
  </message>
  <message>
   <source>Items</source>
   <translation>Einträge</translation>
  </message>
  <message>
   <source>Items in an order that everyone sees and changes; inserting, moving and removing at a time is safe.</source>
   <translation>Einträge in einer Reihenfolge, die alle sehen und ändern; gleichzeitiges Einfügen, Verschieben und Entfernen ist sicher.</translation>
  </message>
  <message>
   <source>Its film</source>
   <translation>Sein Film</translation>
  </message>
  <message>
   <source>Its picture in {name} is fresh.</source>
   <translation>Sein Bild in {name} ist frisch.</translation>
  </message>
  <message>
   <source>Its settings…</source>
   <translation>Seine Einstellungen …</translation>
  </message>
  <message>
   <source>Its title at first</source>
   <translation>Sein Titel am Anfang</translation>
  </message>
  <message>
   <source>its type cannot be made: {why}</source>
   <translation>seine Art lässt sich nicht bilden: {why}</translation>
  </message>
  <message>
   <source>Join</source>
   <translation>Verbinden</translation>
  </message>
  <message>
   <source>Join another table</source>
   <translation>Weitere Tabelle verbinden</translation>
  </message>
  <message>
   <source>Join with the layer above inside the engine, if it can</source>
   <translation>Sich mit der Schicht darüber im Inneren verbinden, wenn es geht</translation>
  </message>
  <message>
   <source>joining</source>
   <translation>kommt dazu</translation>
  </message>
  <message>
   <source>Joining for {seconds} s: no answer on the network {network} yet. Are you connected to it?</source>
   <translation>Tritt seit {seconds} s bei: noch keine Antwort im Netz {network}. Sind Sie damit verbunden?</translation>
  </message>
  <message>
   <source>Joining for {seconds} s: waiting for other programs on this computer.</source>
   <translation>Tritt seit {seconds} s bei: wartet auf andere Programme auf diesem Rechner.</translation>
  </message>
  <message>
   <source>Joining the others …</source>
   <translation>Kommt zu den anderen …</translation>
  </message>
  <message>
   <source>Joins two channels into one: what is said on one side is heard on the other, and here.</source>
   <translation>Macht aus zwei Kanälen einen: was auf einer Seite gesagt wird, hört man auf der anderen und hier.</translation>
  </message>
  <message>
   <source>just now</source>
   <translation>gerade eben</translation>
  </message>
  <message>
   <source>Keep in &amp;My objects…</source>
   <translation>In &amp;Meine Objekte behalten …</translation>
  </message>
  <message>
   <source>Keep in My objects</source>
   <translation>In Meine Objekte behalten</translation>
  </message>
  <message>
   <source>Keep it</source>
   <translation>Behalten</translation>
  </message>
  <message>
   <source>Keep on this computer what nobody else has</source>
   <translation>Auf diesem Rechner behalten, was sonst niemand hat</translation>
  </message>
  <message>
   <source>Keep the key, to share something with only them</source>
   <translation>Den Schlüssel behalten, um etwas nur mit ihnen zu teilen</translation>
  </message>
  <message>
   <source>Keep the table on disk, also when nobody looks</source>
   <translation>Die Tabelle auf der Platte behalten, auch wenn niemand zusieht</translation>
  </message>
  <message>
   <source>Keep what is selected to yourself</source>
   <translation>Das Ausgewählte für sich behalten</translation>
  </message>
  <message>
   <source>keeps 10,000 points</source>
   <translation>behält 10.000 Punkte</translation>
  </message>
  <message>
   <source>keeps 10,000 rows</source>
   <translation>behält 10.000 Zeilen</translation>
  </message>
  <message>
   <source>keeps 5,000 messages</source>
   <translation>behält 5.000 Nachrichten</translation>
  </message>
  <message>
   <source>keeps 50 events</source>
   <translation>behält 50 Ereignisse</translation>
  </message>
  <message>
   <source>Keeps a durable channel on this computer's disk and hands it to newcomers, with no user here.</source>
   <translation>Hält einen dauerhaften Kanal auf der Platte dieses Rechners und gibt ihn weiter, auch ohne Benutzer hier.</translation>
  </message>
  <message>
   <source>Keeps every message on this computer's disk, then hands it on, and repeats all to whoever connects.</source>
   <translation>Hält jede Nachricht auf der Platte dieses Rechners, gibt sie dann weiter und wiederholt alles für jeden, der sich verbindet.</translation>
  </message>
  <message>
   <source>Keeps everything on disk and lets everyone go on alone; those who worked apart find both works when they meet.</source>
   <translation>Hält alles auf der Platte und lässt alle allein weitermachen; wer getrennt gearbeitet hat, findet beim Wiedersehen beides vor.</translation>
  </message>
  <message>
   <source>Keeps the channel in durable_channel.liveobject on this disk: run it with liveobjects host.</source>
   <translation>Hält den Kanal aus durable_channel.liveobject auf dieser Platte: mit liveobjects host ausführen.</translation>
  </message>
  <message>
   <source>kept</source>
   <translation>aufbewahrt</translation>
  </message>
  <message>
   <source>Key</source>
   <translation>Schlüssel</translation>
  </message>
  <message>
   <source>Keyboard shortcuts</source>
   <translation>Tastenkürzel</translation>
  </message>
  <message>
   <source>Keys</source>
   <translation>Tasten</translation>
  </message>
  <message>
   <source>Kind of answers</source>
   <translation>Art der Antworten</translation>
  </message>
  <message>
   <source>Kind of connection</source>
   <translation>Art des Anschlusses</translation>
  </message>
  <message>
   <source>Kind of join</source>
   <translation>Art der Verbindung</translation>
  </message>
  <message>
   <source>Kind of keys</source>
   <translation>Art der Schlüssel</translation>
  </message>
  <message>
   <source>Kind of object</source>
   <translation>Art des Objekts</translation>
  </message>
  <message>
   <source>Kind of paragraph</source>
   <translation>Art des Absatzes</translation>
  </message>
  <message>
   <source>Kind of paragraph (Ctrl+Alt+0 to 3)</source>
   <translation>Art des Absatzes (Strg+Alt+0 bis 3)</translation>
  </message>
  <message>
   <source>Kind of questions</source>
   <translation>Art der Fragen</translation>
  </message>
  <message>
   <source>Kind of state</source>
   <translation>Art des Standes</translation>
  </message>
  <message>
   <source>Kind of values</source>
   <translation>Art der Werte</translation>
  </message>
  <message>
   <source>Label</source>
   <translation>Schild</translation>
  </message>
  <message>
   <source>Label …</source>
   <translation>Schild …</translation>
  </message>
  <message>
   <source>Language</source>
   <translation>Sprache</translation>
  </message>
  <message>
   <source>Larger</source>
   <translation>Größer</translation>
  </message>
  <message>
   <source>largest first</source>
   <translation>größte zuerst</translation>
  </message>
  <message>
   <source>Last</source>
   <translation>Letztes</translation>
  </message>
  <message>
   <source>last</source>
   <translation>letztes</translation>
  </message>
  <message>
   <source>Last change</source>
   <translation>Letzte Änderung</translation>
  </message>
  <message>
   <source>last {count}</source>
   <translation>letzte {count}</translation>
  </message>
  <message>
   <source>Late rows</source>
   <translation>Späte Zeilen</translation>
  </message>
  <message>
   <source>Lately</source>
   <translation>Verlauf</translation>
  </message>
  <message>
   <source>Latency</source>
   <translation>Verzögerung</translation>
  </message>
  <message>
   <source>Latest-value channel</source>
   <translation>Kanal des neuesten Wertes</translation>
  </message>
  <message>
   <source>Latest-value channel on this computer</source>
   <translation>Kanal des neuesten Wertes auf diesem Rechner</translation>
  </message>
  <message>
   <source>Latitude of the middle of the space</source>
   <translation>Breitengrad der Mitte des Raums</translation>
  </message>
  <message>
   <source>Leader</source>
   <translation>Leiter</translation>
  </message>
  <message>
   <source>leader</source>
   <translation>der Leiter</translation>
  </message>
  <message>
   <source>leads nowhere yet</source>
   <translation>führt noch nirgendwohin</translation>
  </message>
  <message>
   <source>leads to {host}</source>
   <translation>führt zu {host}</translation>
  </message>
  <message>
   <source>Lease</source>
   <translation>Frist</translation>
  </message>
  <message>
   <source>Least</source>
   <translation>Kleinstes</translation>
  </message>
  <message>
   <source>least</source>
   <translation>kleinstes</translation>
  </message>
  <message>
   <source>leave it where it is</source>
   <translation>es lassen, wo es ist</translation>
  </message>
  <message>
   <source>Leave the presentation</source>
   <translation>Vorführung verlassen</translation>
  </message>
  <message>
   <source>Leave the presentation (F11)</source>
   <translation>Die Vorführung verlassen (F11)</translation>
  </message>
  <message>
   <source>Leave the tour</source>
   <translation>Rundgang verlassen</translation>
  </message>
  <message>
   <source>led by {name}</source>
   <translation>geführt von {name}</translation>
  </message>
  <message>
   <source>less than it could be: somebody does not keep up</source>
   <translation>weniger, als es sein könnte: jemand kommt nicht nach</translation>
  </message>
  <message>
   <source>less than {limit}</source>
   <translation>weniger als {limit}</translation>
  </message>
  <message>
   <source>Let everyone type here again</source>
   <translation>Hier wieder alle schreiben lassen</translation>
  </message>
  <message>
   <source>Let everyone write here again</source>
   <translation>Hier wieder alle schreiben lassen</translation>
  </message>
  <message>
   <source>Let go</source>
   <translation>Loslassen</translation>
  </message>
  <message>
   <source>Let go of {names}?</source>
   <translation>{names} loslassen?</translation>
  </message>
  <message>
   <source>Let others &amp;in</source>
   <translation>Andere e&amp;inlassen</translation>
  </message>
  <message>
   <source>Let others choose it</source>
   <translation>Andere wählen lassen</translation>
  </message>
  <message>
   <source>Let Spark guess the types again</source>
   <translation>Spark die Typen noch einmal raten lassen</translation>
  </message>
  <message>
   <source>Let the query go on, and share its result</source>
   <translation>Die Abfrage weiterlaufen lassen und ihr Ergebnis teilen</translation>
  </message>
  <message>
   <source>Let them show it instead</source>
   <translation>Statt dessen die anderen zeigen lassen</translation>
  </message>
  <message>
   <source>Let whoever uses this page choose it…</source>
   <translation>Wer diese Seite verwendet, soll wählen …</translation>
  </message>
  <message>
   <source>Lets one at a time do something, shows who, and passes on when its holder dies.</source>
   <translation>Lässt immer nur einen etwas tun, zeigt wen, und geht weiter, wenn sein Inhaber ausfällt.</translation>
  </message>
  <message>
   <source>Lets one at a time do something; shows who, and passes on when its holder dies or its lease ends.</source>
   <translation>Lässt immer nur einen etwas tun; zeigt wen, und geht weiter, wenn der Inhaber ausfällt oder seine Frist endet.</translation>
  </message>
  <message>
   <source>Lets only those who have the key read and write; what carries the channel sees sealed bytes.</source>
   <translation>Lässt nur lesen und schreiben, wer den Schlüssel hat; wer den Kanal trägt, sieht Versiegeltes.</translation>
  </message>
  <message>
   <source>Lets whoever looks choose which rows the tiles of a page show; everyone chooses for themselves.</source>
   <translation>Wer zusieht, wählt, welche Zeilen die Kacheln einer Seite zeigen; alle wählen für sich selbst.</translation>
  </message>
  <message>
   <source>Lets whoever serves answer questions; when one dies, another takes over, or it is said why not.</source>
   <translation>Lässt Fragen beantworten, wer bedient; fällt einer aus, springt ein anderer ein, oder es wird gesagt, warum nicht.</translation>
  </message>
  <message>
   <source>Library</source>
   <translation>Bibliothek</translation>
  </message>
  <message>
   <source>lies at {path}; it does not travel along</source>
   <translation>liegt in {path}; sie reist nicht mit</translation>
  </message>
  <message>
   <source>Light</source>
   <translation>Hell</translation>
  </message>
  <message>
   <source>Limit</source>
   <translation>Grenze</translation>
  </message>
  <message>
   <source>line</source>
   <translation>Linie</translation>
  </message>
  <message>
   <source>Line (L)</source>
   <translation>Linie (L)</translation>
  </message>
  <message>
   <source>Line {line}, column {column}</source>
   <translation>Zeile {line}, Spalte {column}</translation>
  </message>
  <message>
   <source>Lines</source>
   <translation>Linien</translation>
  </message>
  <message>
   <source>Lines from a socket…</source>
   <translation>Zeilen von einem Socket …</translation>
  </message>
  <message>
   <source>Link</source>
   <translation>Verknüpfung</translation>
  </message>
  <message>
   <source>List of numbers</source>
   <translation>Liste von Zahlen</translation>
  </message>
  <message>
   <source>List of texts</source>
   <translation>Liste von Texten</translation>
  </message>
  <message>
   <source>Live</source>
   <translation>Live</translation>
  </message>
  <message>
   <source>live</source>
   <translation>live</translation>
  </message>
  <message>
   <source>Live map</source>
   <translation>Lebende Karte</translation>
  </message>
  <message>
   <source>Live monitor</source>
   <translation>Live-Überblick</translation>
  </message>
  <message>
   <source>Live object</source>
   <translation>Lebendes Objekt</translation>
  </message>
  <message>
   <source>Live Objects</source>
   <translation>Live Objects</translation>
  </message>
  <message>
   <source>Live objects (*.liveobject)</source>
   <translation>Lebende Objekte (*.liveobject)</translation>
  </message>
  <message>
   <source>Live objects (*{suffix})</source>
   <translation>Lebende Objekte (*{suffix})</translation>
  </message>
  <message>
   <source>Live Objects {version}

Distributed computing that a person can drag and drop.</source>
   <translation>Live Objects {version}

Verteiltes Rechnen zum Ziehen und Ablegen.</translation>
  </message>
  <message>
   <source>Live was turned off.</source>
   <translation>Live wurde ausgeschaltet.</translation>
  </message>
  <message>
   <source>Live · {time}</source>
   <translation>Lebt · {time}</translation>
  </message>
  <message>
   <source>live, nobody else yet</source>
   <translation>live, noch niemand sonst</translation>
  </message>
  <message>
   <source>live, only on this computer</source>
   <translation>live, nur auf diesem Rechner</translation>
  </message>
  <message>
   <source>Live: off</source>
   <translation>Live: aus</translation>
  </message>
  <message>
   <source>Live: on</source>
   <translation>Live: an</translation>
  </message>
  <message>
   <source>Local channel</source>
   <translation>Lokaler Kanal</translation>
  </message>
  <message>
   <source>Local channel that remembers</source>
   <translation>Lokaler Kanal mit Gedächtnis</translation>
  </message>
  <message>
   <source>Local checkpointed channel</source>
   <translation>Lokaler Kanal mit Stand</translation>
  </message>
  <message>
   <source>Local platform</source>
   <translation>Lokale Plattform</translation>
  </message>
  <message>
   <source>Lock or unlock</source>
   <translation>Festhalten oder lösen</translation>
  </message>
  <message>
   <source>Lock selection</source>
   <translation>Auswahl sperren</translation>
  </message>
  <message>
   <source>Lock what is selected</source>
   <translation>Ausgewähltes sperren</translation>
  </message>
  <message>
   <source>Log</source>
   <translation>Protokoll</translation>
  </message>
  <message>
   <source>Longitude of the middle of the space</source>
   <translation>Längengrad der Mitte des Raums</translation>
  </message>
  <message>
   <source>Look &amp;inside</source>
   <translation>&amp;Hineinsehen</translation>
  </message>
  <message>
   <source>Look again every</source>
   <translation>Wieder nachsehen alle</translation>
  </message>
  <message>
   <source>Look around, choose and move marks (V)</source>
   <translation>Umsehen, Marken wählen und verschieben (V)</translation>
  </message>
  <message>
   <source>Look at it again</source>
   <translation>Noch einmal ansehen</translation>
  </message>
  <message>
   <source>look for its window</source>
   <translation>nach seinem Fenster sehen</translation>
  </message>
  <message>
   <source>Look for yourself</source>
   <translation>Selbst umsehen</translation>
  </message>
  <message>
   <source>Look inside</source>
   <translation>Hineinsehen</translation>
  </message>
  <message>
   <source>Looking for the others …</source>
   <translation>Sucht die anderen …</translation>
  </message>
  <message>
   <source>Loss</source>
   <translation>Verlust</translation>
  </message>
  <message>
   <source>Loss recovery</source>
   <translation>Verlustausgleich</translation>
  </message>
  <message>
   <source>Low</source>
   <translation>Niedrig</translation>
  </message>
  <message>
   <source>Lower</source>
   <translation>Tiefer</translation>
  </message>
  <message>
   <source>Lowest number</source>
   <translation>Kleinste Zahl</translation>
  </message>
  <message>
   <source>Make a new one at random</source>
   <translation>Zufällig neu erzeugen</translation>
  </message>
  <message>
   <source>Make a page</source>
   <translation>Seite anlegen</translation>
  </message>
  <message>
   <source>Make it live</source>
   <translation>Lebendig machen</translation>
  </message>
  <message>
   <source>Make it live…</source>
   <translation>Lebendig machen …</translation>
  </message>
  <message>
   <source>Make the note what it was then</source>
   <translation>Die Notiz wieder so machen, wie sie damals war</translation>
  </message>
  <message>
   <source>make them one by one</source>
   <translation>eine nach der anderen machen</translation>
  </message>
  <message>
   <source>Makes a channel that loses messages into one that does not, as long as the sender is there.</source>
   <translation>Macht aus einem Kanal, der Nachrichten verliert, einen, der keine verliert, solange der Absender da ist.</translation>
  </message>
  <message>
   <source>Makes a live feed of {name}</source>
   <translation>Macht einen lebenden Datenstrom aus {name}</translation>
  </message>
  <message>
   <source>Makes everyone hear everything in one order; joins with what is below inside the engine.</source>
   <translation>Lässt alle alles in einer Reihenfolge hören; verbindet sich im Inneren mit dem, was darunter ist.</translation>
  </message>
  <message>
   <source>Map</source>
   <translation>Karte</translation>
  </message>
  <message>
   <source>Map of coordinates</source>
   <translation>Karte von Koordinaten</translation>
  </message>
  <message>
   <source>Map of flights</source>
   <translation>Karte von Flügen</translation>
  </message>
  <message>
   <source>Map of the page</source>
   <translation>Übersicht der Seite</translation>
  </message>
  <message>
   <source>Map of the page: click to go there</source>
   <translation>Übersicht der Seite: klicken, um dorthin zu gehen</translation>
  </message>
  <message>
   <source>Map of the world</source>
   <translation>Weltkarte</translation>
  </message>
  <message>
   <source>Mark a place (M)</source>
   <translation>Einen Ort markieren (M)</translation>
  </message>
  <message>
   <source>Markdown (*.md)</source>
   <translation>Markdown (*.md)</translation>
  </message>
  <message>
   <source>may stay empty</source>
   <translation>kann leer bleiben</translation>
  </message>
  <message>
   <source>Mean</source>
   <translation>Mittel</translation>
  </message>
  <message>
   <source>mean</source>
   <translation>Mittel</translation>
  </message>
  <message>
   <source>Measure a distance (D)</source>
   <translation>Eine Entfernung messen (D)</translation>
  </message>
  <message>
   <source>Media</source>
   <translation>Medien</translation>
  </message>
  <message>
   <source>Medium</source>
   <translation>Mittel</translation>
  </message>
  <message>
   <source>Meeting place</source>
   <translation>Treffpunkt</translation>
  </message>
  <message>
   <source>Meeting place; all who name the same one meet there</source>
   <translation>Treffpunkt; alle, die denselben nennen, treffen sich dort</translation>
  </message>
  <message>
   <source>Member</source>
   <translation>Mitglied</translation>
  </message>
  <message>
   <source>Members</source>
   <translation>Mitglieder</translation>
  </message>
  <message>
   <source>Membership</source>
   <translation>Teilnahme</translation>
  </message>
  <message>
   <source>Memory</source>
   <translation>Speicher</translation>
  </message>
  <message>
   <source>Memory of the driver, such as 512m or 2g</source>
   <translation>Speicher des Treibers, etwa 512m oder 2g</translation>
  </message>
  <message>
   <source>Memory of the driver: {memory}</source>
   <translation>Speicher des Treibers: {memory}</translation>
  </message>
  <message>
   <source>merging by structure, as a CRDT does (all edits count, at their place, in whatever order)</source>
   <translation>Zusammenführen nach Aufbau, wie ein CRDT (alle Änderungen zählen, an ihrer Stelle, in jeder Reihenfolge)</translation>
  </message>
  <message>
   <source>Messages</source>
   <translation>Nachrichten</translation>
  </message>
  <message>
   <source>minutes</source>
   <translation>Minuten</translation>
  </message>
  <message>
   <source>Model</source>
   <translation>Modell</translation>
  </message>
  <message>
   <source>moment</source>
   <translation>Zeitpunkt</translation>
  </message>
  <message>
   <source>Monitor</source>
   <translation>Überblick</translation>
  </message>
  <message>
   <source>More</source>
   <translation>Mehr</translation>
  </message>
  <message>
   <source>More about {port}</source>
   <translation>Mehr über {port}</translation>
  </message>
  <message>
   <source>More for {label}</source>
   <translation>Mehr zu {label}</translation>
  </message>
  <message>
   <source>More live objects</source>
   <translation>Weitere Live-Objekte</translation>
  </message>
  <message>
   <source>more than {limit}</source>
   <translation>mehr als {limit}</translation>
  </message>
  <message>
   <source>Most</source>
   <translation>Höchstens</translation>
  </message>
  <message>
   <source>Most pages are in English.</source>
   <translation>Die meisten Seiten sind auf Englisch.</translation>
  </message>
  <message>
   <source>Move down</source>
   <translation>Nach unten</translation>
  </message>
  <message>
   <source>Move down (Alt+↓)</source>
   <translation>Nach unten (Alt+↓)</translation>
  </message>
  <message>
   <source>Move farther</source>
   <translation>Weiter verschieben</translation>
  </message>
  <message>
   <source>move it closer</source>
   <translation>näher heranschieben</translation>
  </message>
  <message>
   <source>Move to the trash</source>
   <translation>In den Papierkorb verschieben</translation>
  </message>
  <message>
   <source>Move up</source>
   <translation>Nach oben</translation>
  </message>
  <message>
   <source>Move up (Alt+↑)</source>
   <translation>Nach oben (Alt+↑)</translation>
  </message>
  <message>
   <source>Move {count} things</source>
   <translation>{count} Dinge verschieben</translation>
  </message>
  <message>
   <source>Move {name}</source>
   <translation>{name} verschieben</translation>
  </message>
  <message>
   <source>Move, or scroll if nothing is selected</source>
   <translation>Verschieben, oder rollen, wenn nichts ausgewählt ist</translation>
  </message>
  <message>
   <source>must be a reference to an object</source>
   <translation>muss ein Objekt sein</translation>
  </message>
  <message>
   <source>must be a type of connections</source>
   <translation>muss eine Art von Anschlüssen sein</translation>
  </message>
  <message>
   <source>must be a type of objects</source>
   <translation>muss eine Art von Objekten sein</translation>
  </message>
  <message>
   <source>must be a type of values</source>
   <translation>muss eine Art von Werten sein</translation>
  </message>
  <message>
   <source>must be a value</source>
   <translation>muss ein Wert sein</translation>
  </message>
  <message>
   <source>Must be connected</source>
   <translation>Muss verbunden sein</translation>
  </message>
  <message>
   <source>My objects</source>
   <translation>Meine Objekte</translation>
  </message>
  <message>
   <source>Name</source>
   <translation>Name</translation>
  </message>
  <message>
   <source>name</source>
   <translation>Name</translation>
  </message>
  <message>
   <source>Name in the result</source>
   <translation>Name im Ergebnis</translation>
  </message>
  <message>
   <source>Name of the block</source>
   <translation>Name des Bausteins</translation>
  </message>
  <message>
   <source>Name of the file at first</source>
   <translation>Name der Datei am Anfang</translation>
  </message>
  <message>
   <source>Name of the table in queries</source>
   <translation>Name der Tabelle in Abfragen</translation>
  </message>
  <message>
   <source>Name of this version</source>
   <translation>Name dieser Version</translation>
  </message>
  <message>
   <source>Name …</source>
   <translation>Name …</translation>
  </message>
  <message>
   <source>Named fields that everyone sees and fills in; each shows who wrote last, and when.</source>
   <translation>Benannte Felder, die alle sehen und ausfüllen; jedes zeigt, wer zuletzt schrieb und wann.</translation>
  </message>
  <message>
   <source>Names that may be made, with * for anything</source>
   <translation>Namen, die angelegt werden dürfen, mit * für alles</translation>
  </message>
  <message>
   <source>Names that may be made, with * for anything; empty: none</source>
   <translation>Namen, die angelegt werden dürfen, mit * für alles; leer: keine</translation>
  </message>
  <message>
   <source>needed</source>
   <translation>nötig</translation>
  </message>
  <message>
   <source>Needs</source>
   <translation>Braucht</translation>
  </message>
  <message>
   <source>needs a set-up first</source>
   <translation>muss erst eingerichtet werden</translation>
  </message>
  <message>
   <source>needs {what}</source>
   <translation>braucht {what}</translation>
  </message>
  <message>
   <source>Network</source>
   <translation>Netz</translation>
  </message>
  <message>
   <source>Network interface {name}</source>
   <translation>Netzanschluss {name}</translation>
  </message>
  <message>
   <source>Network; who can be met</source>
   <translation>Netz; wer zu treffen ist</translation>
  </message>
  <message>
   <source>Networks of this computer</source>
   <translation>Netze dieses Rechners</translation>
  </message>
  <message>
   <source>Never mind</source>
   <translation>Doch nicht</translation>
  </message>
  <message>
   <source>New objects are for</source>
   <translation>Neue Objekte sind für</translation>
  </message>
  <message>
   <source>New page</source>
   <translation>Neue Seite</translation>
  </message>
  <message>
   <source>New row</source>
   <translation>Neue Zeile</translation>
  </message>
  <message>
   <source>New shape</source>
   <translation>Neue Form</translation>
  </message>
  <message>
   <source>New text</source>
   <translation>Neuer Text</translation>
  </message>
  <message>
   <source>New value</source>
   <translation>Neuer Wert</translation>
  </message>
  <message>
   <source>New: {what}</source>
   <translation>Neu: {what}</translation>
  </message>
  <message>
   <source>Next</source>
   <translation>Weiter</translation>
  </message>
  <message>
   <source>Next part</source>
   <translation>Nächstes Teil</translation>
  </message>
  <message>
   <source>Next wire of the block</source>
   <translation>Nächste Leitung des Bausteins</translation>
  </message>
  <message>
   <source>no</source>
   <translation>nein</translation>
  </message>
  <message>
   <source>no answer: {reason}</source>
   <translation>keine Antwort: {reason}</translation>
  </message>
  <message>
   <source>No camera is plugged in</source>
   <translation>Es ist keine Kamera angeschlossen</translation>
  </message>
  <message>
   <source>no codec for {what}</source>
   <translation>keine Form für {what}</translation>
  </message>
  <message>
   <source>No file yet</source>
   <translation>Noch keine Datei</translation>
  </message>
  <message>
   <source>No files yet</source>
   <translation>Noch keine Dateien</translation>
  </message>
  <message>
   <source>no overlap</source>
   <translation>ohne Überlappung</translation>
  </message>
  <message>
   <source>No page has these words.</source>
   <translation>Keine Seite enthält diese Wörter.</translation>
  </message>
  <message>
   <source>No setting has these words.</source>
   <translation>Keine Einstellung enthält diese Wörter.</translation>
  </message>
  <message>
   <source>No shortcut has these words.</source>
   <translation>Kein Tastenkürzel enthält diese Wörter.</translation>
  </message>
  <message>
   <source>no value</source>
   <translation>kein Wert</translation>
  </message>
  <message>
   <source>no value at all</source>
   <translation>gar kein Wert</translation>
  </message>
  <message>
   <source>nobody brings prices now</source>
   <translation>im Augenblick bringt niemand Preise</translation>
  </message>
  <message>
   <source>Nobody else can open what you send, whoever gets hold of it.</source>
   <translation>Niemand sonst kann öffnen, was Sie schicken, wer immer es bekommt.</translation>
  </message>
  <message>
   <source>Nobody else has ever changed {names}: unless a file has it, this is the last copy.</source>
   <translation>Niemand sonst hat {names} je geändert: Wenn keine Datei es hat, ist dies die letzte Kopie.</translation>
  </message>
  <message>
   <source>Nobody else is here</source>
   <translation>Sonst ist niemand hier</translation>
  </message>
  <message>
   <source>Nobody has answered yet.</source>
   <translation>Noch hat niemand geantwortet.</translation>
  </message>
  <message>
   <source>nobody has pressed it yet</source>
   <translation>noch hat ihn niemand gedrückt</translation>
  </message>
  <message>
   <source>Nobody has said anything yet</source>
   <translation>Noch hat niemand etwas gesagt</translation>
  </message>
  <message>
   <source>nobody has set it yet</source>
   <translation>noch hat ihn niemand gesetzt</translation>
  </message>
  <message>
   <source>nobody has signed it</source>
   <translation>niemand hat es unterschrieben</translation>
  </message>
  <message>
   <source>Nobody has signed it.</source>
   <translation>Niemand hat es unterschrieben.</translation>
  </message>
  <message>
   <source>Nobody holds it</source>
   <translation>Niemand hat es</translation>
  </message>
  <message>
   <source>Nobody is here</source>
   <translation>Niemand ist da</translation>
  </message>
  <message>
   <source>nobody is the owner</source>
   <translation>es gehört niemandem</translation>
  </message>
  <message>
   <source>nobody knows how to show that</source>
   <translation>niemand weiß, wie das zu zeigen wäre</translation>
  </message>
  <message>
   <source>Nobody leads</source>
   <translation>Niemand leitet</translation>
  </message>
  <message>
   <source>Nobody who has access to {what} is here yet.</source>
   <translation>Noch ist niemand hier, der Zugang zu {what} hat.</translation>
  </message>
  <message>
   <source>Not allowed</source>
   <translation>Nicht erlaubt</translation>
  </message>
  <message>
   <source>Not connected</source>
   <translation>Nicht verbunden</translation>
  </message>
  <message>
   <source>Not connected to {what} since {when}.</source>
   <translation>Nicht mit {what} verbunden seit {when}.</translation>
  </message>
  <message>
   <source>Not connected; what you write is kept and merges later.</source>
   <translation>Nicht verbunden; was Sie schreiben, wird behalten und später eingefügt.</translation>
  </message>
  <message>
   <source>Not done: {reason}</source>
   <translation>Nicht getan: {reason}</translation>
  </message>
  <message>
   <source>not encrypted</source>
   <translation>nicht verschlüsselt</translation>
  </message>
  <message>
   <source>not found</source>
   <translation>nicht gefunden</translation>
  </message>
  <message>
   <source>not given</source>
   <translation>nicht gewählt</translation>
  </message>
  <message>
   <source>not given yet</source>
   <translation>noch nicht gewählt</translation>
  </message>
  <message>
   <source>not on this computer</source>
   <translation>nicht auf diesem Rechner</translation>
  </message>
  <message>
   <source>Not sent: {reason}</source>
   <translation>Nicht gesendet: {reason}</translation>
  </message>
  <message>
   <source>Not set</source>
   <translation>Nicht gesetzt</translation>
  </message>
  <message>
   <source>Not shown: the filter on “{column}” does not fit what that column holds here.</source>
   <translation>Nicht gezeigt: der Filter auf „{column}“ passt nicht zu dem, was diese Spalte hier enthält.</translation>
  </message>
  <message>
   <source>Not shown: there is no column “{column}” here, so its filter cannot act.</source>
   <translation>Nicht gezeigt: hier gibt es keine Spalte „{column}“, sodass ihr Filter nicht wirken kann.</translation>
  </message>
  <message>
   <source>Note</source>
   <translation>Notiz</translation>
  </message>
  <message>
   <source>Note at first</source>
   <translation>Notiz am Anfang</translation>
  </message>
  <message>
   <source>Note.md</source>
   <translation>Notiz.md</translation>
  </message>
  <message>
   <source>Note: {text}</source>
   <translation>Notiz: {text}</translation>
  </message>
  <message>
   <source>notes, zones or the corners of wires are different</source>
   <translation>Notizen, Zonen oder die Ecken von Leitungen sind anders</translation>
  </message>
  <message>
   <source>nothing</source>
   <translation>nichts</translation>
  </message>
  <message>
   <source>Nothing can be kept now: {why}</source>
   <translation>Jetzt kann nichts behalten werden: {why}</translation>
  </message>
  <message>
   <source>Nothing has come from {name} for {seconds} s.</source>
   <translation>Von {name} ist seit {seconds} s nichts gekommen.</translation>
  </message>
  <message>
   <source>nothing here is called “{name}”</source>
   <translation>hier heißt nichts „{name}“</translation>
  </message>
  <message>
   <source>Nothing in it is shared: everyone who gets it has a copy of their own.</source>
   <translation>Nichts darin wird geteilt: Wer es bekommt, hat eine eigene Kopie.</translation>
  </message>
  <message>
   <source>Nothing in it yet</source>
   <translation>Noch nichts darin</translation>
  </message>
  <message>
   <source>Nothing in the palette fits here</source>
   <translation>Nichts in der Palette passt hierher</translation>
  </message>
  <message>
   <source>Nothing is called that.</source>
   <translation>Nichts heißt so.</translation>
  </message>
  <message>
   <source>Nothing is called that. Try another word.</source>
   <translation>So heißt nichts. Versuchen Sie ein anderes Wort.</translation>
  </message>
  <message>
   <source>Nothing is in this folder yet.</source>
   <translation>In diesem Ordner ist noch nichts.</translation>
  </message>
  <message>
   <source>nothing is known about it</source>
   <translation>darüber ist nichts bekannt</translation>
  </message>
  <message>
   <source>Nothing is on it yet.</source>
   <translation>Noch ist nichts darauf.</translation>
  </message>
  <message>
   <source>nothing is selected</source>
   <translation>nichts ist ausgewählt</translation>
  </message>
  <message>
   <source>Nothing is sent: you are cut off from the others, or it has stopped.</source>
   <translation>Es wird nichts gesendet: Sie sind von den anderen abgeschnitten, oder es ist stehengeblieben.</translation>
  </message>
  <message>
   <source>Nothing moves yet</source>
   <translation>Noch bewegt sich nichts</translation>
  </message>
  <message>
   <source>Nothing to draw yet</source>
   <translation>Noch nichts zu zeichnen</translation>
  </message>
  <message>
   <source>nothing was edited</source>
   <translation>nichts wurde geändert</translation>
  </message>
  <message>
   <source>Nothing yet. Add something below: everyone sees it.</source>
   <translation>Noch nichts. Fügen Sie unten etwas hinzu: alle sehen es.</translation>
  </message>
  <message>
   <source>Nothing yet. Add something below; everyone sees it.</source>
   <translation>Noch nichts. Fügen Sie unten etwas hinzu; alle sehen es.</translation>
  </message>
  <message>
   <source>NOW</source>
   <translation>JETZT</translation>
  </message>
  <message>
   <source>Now it becomes alive. The block says how it is: joining, then live.</source>
   <translation>Jetzt wird es lebendig. Der Baustein sagt, wie es steht: erst kommt er dazu, dann ist er live.</translation>
  </message>
  <message>
   <source>Number</source>
   <translation>Zahl</translation>
  </message>
  <message>
   <source>number</source>
   <translation>Zahl</translation>
  </message>
  <message>
   <source>Numbered list</source>
   <translation>Nummerierte Liste</translation>
  </message>
  <message>
   <source>numbers to ±10¹⁵</source>
   <translation>Zahlen bis ±10¹⁵</translation>
  </message>
  <message>
   <source>Object</source>
   <translation>Objekt</translation>
  </message>
  <message>
   <source>Objects</source>
   <translation>Objekte</translation>
  </message>
  <message>
   <source>Objects by name that everyone sees and changes; a name that is taken is refused with the reason.</source>
   <translation>Objekte nach Namen, die alle sehen und ändern; ein vergebener Name wird mit dem Grund abgelehnt.</translation>
  </message>
  <message>
   <source>Objects by name, most often channels; what is asked for and is not there yet is made, if allowed.</source>
   <translation>Objekte nach Namen, meist Kanäle; was gefragt wird und noch nicht da ist, entsteht, wenn es erlaubt ist.</translation>
  </message>
  <message>
   <source>Objects for developers</source>
   <translation>Objekte für Entwickler</translation>
  </message>
  <message>
   <source>Objects found</source>
   <translation>Gefundene Objekte</translation>
  </message>
  <message>
   <source>Objects in this folder</source>
   <translation>Objekte in diesem Ordner</translation>
  </message>
  <message>
   <source>Objects talk from computer to computer. There is no server in between.</source>
   <translation>Objekte sprechen von Rechner zu Rechner. Dazwischen ist kein Server.</translation>
  </message>
  <message>
   <source>Ochre</source>
   <translation>Ocker</translation>
  </message>
  <message>
   <source>of what is pointed at</source>
   <translation>von dem, worauf gezeigt wird</translation>
  </message>
  <message>
   <source>Off</source>
   <translation>Aus</translation>
  </message>
  <message>
   <source>On</source>
   <translation>Ein</translation>
  </message>
  <message>
   <source>On or off, the same for everyone who opens it.</source>
   <translation>Ein oder aus, für alle gleich, die es öffnen.</translation>
  </message>
  <message>
   <source>On or off, the same for everyone who opens it; the last to move it wins.</source>
   <translation>An oder aus, für alle gleich, die ihn öffnen; wer ihn zuletzt bewegt, entscheidet.</translation>
  </message>
  <message>
   <source>On so many disks before it counts as accepted</source>
   <translation>Auf so vielen Platten, bevor es als angenommen gilt</translation>
  </message>
  <message>
   <source>on this computer only</source>
   <translation>nur auf diesem Computer</translation>
  </message>
  <message>
   <source>On this computer. A file that you give away opens as an empty page elsewhere.</source>
   <translation>Auf diesem Computer. Eine Datei, die Sie weitergeben, öffnet sich anderswo als leere Seite.</translation>
  </message>
  <message>
   <source>One above the other</source>
   <translation>Übereinander</translation>
  </message>
  <message>
   <source>One less</source>
   <translation>Eins weniger</translation>
  </message>
  <message>
   <source>One moment …</source>
   <translation>Einen Moment …</translation>
  </message>
  <message>
   <source>One more</source>
   <translation>Eins mehr</translation>
  </message>
  <message>
   <source>one more</source>
   <translation>eins mehr</translation>
  </message>
  <message>
   <source>One number made of a feed, large, with its course; it says when it is too high or too low.</source>
   <translation>Eine Zahl aus einem Datenstrom, groß, mit ihrem Verlauf; sie sagt, wenn sie zu hoch oder zu niedrig ist.</translation>
  </message>
  <message>
   <source>One number made of a feed, on a dial, with a mark from which on it is too high.</source>
   <translation>Eine Zahl aus einem Datenstrom auf einer Skala, mit einer Marke, ab der sie zu hoch ist.</translation>
  </message>
  <message>
   <source>One order for all, and the state for whoever comes later.</source>
   <translation>Eine Reihenfolge für alle, und der Stand für alle, die später kommen.</translation>
  </message>
  <message>
   <source>One order for all; whoever comes later gets the state as it is, and then exactly what follows.</source>
   <translation>Eine Reihenfolge für alle; wer später kommt, bekommt den Stand und dann genau das Folgende.</translation>
  </message>
  <message>
   <source>One person shows a film, a camera or the screen, and everyone sees it, as well as they manage to.</source>
   <translation>Einer zeigt einen Film, eine Kamera oder den Bildschirm, und alle sehen es, so gut es bei ihnen geht.</translation>
  </message>
  <message>
   <source>one waits for it</source>
   <translation>einer wartet darauf</translation>
  </message>
  <message>
   <source>one wire is enough</source>
   <translation>eine Leitung genügt</translation>
  </message>
  <message>
   <source>one without gaps</source>
   <translation>eine ohne Lücken</translation>
  </message>
  <message>
   <source>Only for others</source>
   <translation>Nur für andere</translation>
  </message>
  <message>
   <source>Only for {people}</source>
   <translation>Nur für {people}</translation>
  </message>
  <message>
   <source>only in memory</source>
   <translation>nur im Speicher</translation>
  </message>
  <message>
   <source>Only me</source>
   <translation>Nur ich</translation>
  </message>
  <message>
   <source>Only tells; nothing can be sent to it.</source>
   <translation>Erzählt nur; man kann ihm nichts senden.</translation>
  </message>
  <message>
   <source>Only the first {kept} rows are shown; {cut} more do not fit.</source>
   <translation>Nur die ersten {kept} Zeilen werden gezeigt; {cut} weitere passen nicht hinein.</translation>
  </message>
  <message>
   <source>Only the first {number} characters of {name} were taken</source>
   <translation>Nur die ersten {number} Zeichen von {name} wurden genommen</translation>
  </message>
  <message>
   <source>Only the first {number} files were taken</source>
   <translation>Nur die ersten {number} Dateien wurden genommen</translation>
  </message>
  <message>
   <source>Only the newest {kept} rows are kept; {cut} older ones are gone.</source>
   <translation>Nur die neuesten {kept} Zeilen werden behalten; {cut} ältere sind fort.</translation>
  </message>
  <message>
   <source>Only these people</source>
   <translation>Nur diese Personen</translation>
  </message>
  <message>
   <source>only these people</source>
   <translation>nur diese Personen</translation>
  </message>
  <message>
   <source>Only this computer knows the password; it goes into no file that you share.</source>
   <translation>Das Kennwort kennt nur dieser Rechner; es kommt in keine Datei, die Sie teilen.</translation>
  </message>
  <message>
   <source>Only those take part whom the owner lets in.</source>
   <translation>Nur wen die Person einlässt, der es gehört, macht mit.</translation>
  </message>
  <message>
   <source>Only you are here</source>
   <translation>Nur Sie sind da</translation>
  </message>
  <message>
   <source>Open</source>
   <translation>Öffnen</translation>
  </message>
  <message>
   <source>Open &amp;recent</source>
   <translation>Zuletzt &amp;geöffnet</translation>
  </message>
  <message>
   <source>Open .liveobject files by a double click</source>
   <translation>.liveobject-Dateien mit einem Doppelklick öffnen</translation>
  </message>
  <message>
   <source>Open a live object</source>
   <translation>Lebendes Objekt öffnen</translation>
  </message>
  <message>
   <source>Open a page first</source>
   <translation>Erst eine Seite öffnen</translation>
  </message>
  <message>
   <source>Open a second &amp;viewer</source>
   <translation>Zweites &amp;Fenster öffnen</translation>
  </message>
  <message>
   <source>Open a second viewer</source>
   <translation>Zweites Fenster öffnen</translation>
  </message>
  <message>
   <source>Open it in the browser</source>
   <translation>Im Browser öffnen</translation>
  </message>
  <message>
   <source>Open link</source>
   <translation>Verknüpfung öffnen</translation>
  </message>
  <message>
   <source>Open something, use it, and work on it with others.</source>
   <translation>Etwas öffnen, es benutzen und mit anderen daran arbeiten.</translation>
  </message>
  <message>
   <source>open the last version</source>
   <translation>die letzte Fassung öffnen</translation>
  </message>
  <message>
   <source>Open the link in the browser</source>
   <translation>Verknüpfung im Browser öffnen</translation>
  </message>
  <message>
   <source>Open the page</source>
   <translation>Seite öffnen</translation>
  </message>
  <message>
   <source>Open the selected symbol by itself</source>
   <translation>Das ausgewählte Papier für sich öffnen</translation>
  </message>
  <message>
   <source>Open what is there now</source>
   <translation>Öffnen, was jetzt dort ist</translation>
  </message>
  <message>
   <source>Open what this invites to</source>
   <translation>Öffnen, wozu eingeladen wird</translation>
  </message>
  <message>
   <source>Operations room</source>
   <translation>Lagezentrum</translation>
  </message>
  <message>
   <source>or</source>
   <translation>oder</translation>
  </message>
  <message>
   <source>or double-click here and type what you want</source>
   <translation>oder doppelklicken Sie hier und schreiben, was Sie möchten</translation>
  </message>
  <message>
   <source>Orange</source>
   <translation>Orange</translation>
  </message>
  <message>
   <source>Order</source>
   <translation>Reihenfolge</translation>
  </message>
  <message>
   <source>Ordered channel</source>
   <translation>Geordneter Kanal</translation>
  </message>
  <message>
   <source>Ordered channel on this computer</source>
   <translation>Geordneter Kanal auf diesem Rechner</translation>
  </message>
  <message>
   <source>Ordering</source>
   <translation>Ordnung</translation>
  </message>
  <message>
   <source>Orders in a second</source>
   <translation>Bestellungen in einer Sekunde</translation>
  </message>
  <message>
   <source>Orders of a made-up shop, counted by Spark on the computer of whoever opened it first.</source>
   <translation>Bestellungen eines erfundenen Ladens, von Spark auf dem Rechner derer gezählt, die es zuerst geöffnet haben.</translation>
  </message>
  <message>
   <source>Orders that are made up on the spot go through Spark; tables, charts, a map and filters show them live. Whoever opens it first runs Spark.</source>
   <translation>Bestellungen, die an Ort und Stelle erfunden werden, laufen durch Spark; Tabellen, Diagramme, eine Karte und Filter zeigen sie lebendig. Bei wem es zuerst offen ist, dort läuft Spark.</translation>
  </message>
  <message>
   <source>Others on the network who have the same file will see what you share in it.</source>
   <translation>Andere im Netz, die dieselbe Datei haben, sehen, was Sie darin teilen.</translation>
  </message>
  <message>
   <source>Others see your name and your colour when you share something.</source>
   <translation>Andere sehen Ihren Namen und Ihre Farbe, wenn Sie etwas teilen.</translation>
  </message>
  <message>
   <source>Out / s</source>
   <translation>Aus / s</translation>
  </message>
  <message>
   <source>Owner</source>
   <translation>Wem es gehört</translation>
  </message>
  <message>
   <source>owner</source>
   <translation>besitzt es</translation>
  </message>
  <message>
   <source>Owner; the public key of whoever may remove others, or empty: nobody can</source>
   <translation>Wem es gehört; der öffentliche Schlüssel der Person, die andere entfernen darf, oder leer: niemand kann es</translation>
  </message>
  <message>
   <source>Page</source>
   <translation>Seite</translation>
  </message>
  <message>
   <source>page</source>
   <translation>Seite</translation>
  </message>
  <message>
   <source>Page {name}</source>
   <translation>Seite {name}</translation>
  </message>
  <message>
   <source>Pages of the help</source>
   <translation>Seiten der Hilfe</translation>
  </message>
  <message>
   <source>Pages of the settings</source>
   <translation>Seiten der Einstellungen</translation>
  </message>
  <message>
   <source>Pages sent to the printer: {count}</source>
   <translation>An den Drucker geschickte Seiten: {count}</translation>
  </message>
  <message>
   <source>Palette</source>
   <translation>Palette</translation>
  </message>
  <message>
   <source>Parts of the Spark panel</source>
   <translation>Teile der Spark-Tafel</translation>
  </message>
  <message>
   <source>Password</source>
   <translation>Kennwort</translation>
  </message>
  <message>
   <source>Paste</source>
   <translation>Einfügen</translation>
  </message>
  <message>
   <source>Paste a contact code here</source>
   <translation>Hier einen Kontaktcode einfügen</translation>
  </message>
  <message>
   <source>Paste Markdown</source>
   <translation>Markdown einfügen</translation>
  </message>
  <message>
   <source>Paste without formatting</source>
   <translation>Ohne Formatierung einfügen</translation>
  </message>
  <message>
   <source>Paste {count} block</source>
   <translation>{count} Baustein einfügen</translation>
  </message>
  <message>
   <source>Paste {count} blocks</source>
   <translation>{count} Bausteine einfügen</translation>
  </message>
  <message>
   <source>Patience</source>
   <translation>Geduld</translation>
  </message>
  <message>
   <source>Pattern</source>
   <translation>Muster</translation>
  </message>
  <message>
   <source>Pause</source>
   <translation>Pause</translation>
  </message>
  <message>
   <source>paused</source>
   <translation>pausiert</translation>
  </message>
  <message>
   <source>PDF documents (*.pdf)</source>
   <translation>PDF-Dokumente (*.pdf)</translation>
  </message>
  <message>
   <source>Pen (P)</source>
   <translation>Stift (P)</translation>
  </message>
  <message>
   <source>People</source>
   <translation>Personen</translation>
  </message>
  <message>
   <source>People here</source>
   <translation>Wer hier ist</translation>
  </message>
  <message>
   <source>People may change what is in it</source>
   <translation>Alle dürfen ändern, was darin ist</translation>
  </message>
  <message>
   <source>People on this network</source>
   <translation>Personen in diesem Netz</translation>
  </message>
  <message>
   <source>people on this network</source>
   <translation>Personen in diesem Netz</translation>
  </message>
  <message>
   <source>people permissions contact code key allow</source>
   <translation>Personen Erlaubnisse Kontaktcode Schlüssel erlauben</translation>
  </message>
  <message>
   <source>People whom you know by their key, and what you have allowed objects to do on this computer.</source>
   <translation>Personen, die Sie an ihrem Schlüssel erkennen, und was Sie Objekten auf diesem Rechner erlaubt haben.</translation>
  </message>
  <message>
   <source>People write to each other; whoever comes later reads what was said before.</source>
   <translation>Man schreibt einander; wer später kommt, liest, was vorher gesagt wurde.</translation>
  </message>
  <message>
   <source>People write to each other; whoever opens it later reads what was said before.</source>
   <translation>Man schreibt einander; wer es später öffnet, liest, was vorher gesagt wurde.</translation>
  </message>
  <message>
   <source>Persistence</source>
   <translation>Aufbewahrung</translation>
  </message>
  <message>
   <source>Person</source>
   <translation>Mensch</translation>
  </message>
  <message>
   <source>Pick a colour</source>
   <translation>Farbe wählen</translation>
  </message>
  <message>
   <source>Pick a type from the list, or write one.</source>
   <translation>Wählen Sie eine Art aus der Liste, oder schreiben Sie eine.</translation>
  </message>
  <message>
   <source>Pick or write a type</source>
   <translation>Art wählen oder schreiben</translation>
  </message>
  <message>
   <source>Picture</source>
   <translation>Bild</translation>
  </message>
  <message>
   <source>picture</source>
   <translation>Bild</translation>
  </message>
  <message>
   <source>Picture, glTF model or object …</source>
   <translation>Bild, glTF-Modell oder Objekt …</translation>
  </message>
  <message>
   <source>Pictures</source>
   <translation>Bilder</translation>
  </message>
  <message>
   <source>Pictures (*.png *.jpg *.jpeg *.gif *.webp *.bmp)</source>
   <translation>Bilder (*.png *.jpg *.jpeg *.gif *.webp *.bmp)</translation>
  </message>
  <message>
   <source>Pictures (*.png)</source>
   <translation>Bilder (*.png)</translation>
  </message>
  <message>
   <source>Pictures, models and objects</source>
   <translation>Bilder, Modelle und Objekte</translation>
  </message>
  <message>
   <source>Pink</source>
   <translation>Rosa</translation>
  </message>
  <message>
   <source>Place in the film</source>
   <translation>Stelle im Film</translation>
  </message>
  <message>
   <source>Plants in a database</source>
   <translation>Pflanzen in einer Datenbank</translation>
  </message>
  <message>
   <source>Platform</source>
   <translation>Plattform</translation>
  </message>
  <message>
   <source>Point at nothing</source>
   <translation>Auf nichts zeigen</translation>
  </message>
  <message>
   <source>pointed at: {value}</source>
   <translation>gezeigt auf: {value}</translation>
  </message>
  <message>
   <source>Points</source>
   <translation>Punkte</translation>
  </message>
  <message>
   <source>Port</source>
   <translation>Port</translation>
  </message>
  <message>
   <source>Portable channel</source>
   <translation>Überall gleicher Kanal</translation>
  </message>
  <message>
   <source>position</source>
   <translation>Ort</translation>
  </message>
  <message>
   <source>Positions</source>
   <translation>Orte</translation>
  </message>
  <message>
   <source>Presence list</source>
   <translation>Anwesenheitsliste</translation>
  </message>
  <message>
   <source>Present</source>
   <translation>Vorführen</translation>
  </message>
  <message>
   <source>press Enter to tell everyone</source>
   <translation>Eingabetaste drücken, um es allen zu sagen</translation>
  </message>
  <message>
   <source>pressed so far: {count}</source>
   <translation>bisher gedrückt: {count}</translation>
  </message>
  <message>
   <source>Pressure</source>
   <translation>Auslastung</translation>
  </message>
  <message>
   <source>Preview</source>
   <translation>Vorschau</translation>
  </message>
  <message>
   <source>Previous</source>
   <translation>Zurück</translation>
  </message>
  <message>
   <source>Previous part</source>
   <translation>Voriges Teil</translation>
  </message>
  <message>
   <source>Price</source>
   <translation>Preis</translation>
  </message>
  <message>
   <source>Prices by name: everyone ends up with the newest of each, and who is slow skips the others.</source>
   <translation>Preise nach Namen: jeder hat am Ende den neuesten, und wer langsam ist, überspringt die anderen.</translation>
  </message>
  <message>
   <source>Prices of many symbols, each on a channel of its own; whoever leads makes them up or brings them.</source>
   <translation>Preise vieler Papiere, jedes auf einem eigenen Kanal; wer leitet, erfindet sie oder bringt sie.</translation>
  </message>
  <message>
   <source>Print</source>
   <translation>Drucken</translation>
  </message>
  <message>
   <source>Problems</source>
   <translation>Probleme</translation>
  </message>
  <message>
   <source>Problems ({count})</source>
   <translation>Probleme ({count})</translation>
  </message>
  <message>
   <source>Problems, monitor and log</source>
   <translation>Probleme, Überblick und Protokoll</translation>
  </message>
  <message>
   <source>process {number} of {user} on {host}</source>
   <translation>Prozess {number} von {user} auf {host}</translation>
  </message>
  <message>
   <source>Processor</source>
   <translation>Prozessor</translation>
  </message>
  <message>
   <source>Programs on this computer</source>
   <translation>Programme auf diesem Rechner</translation>
  </message>
  <message>
   <source>Progress of the query</source>
   <translation>Fortschritt der Abfrage</translation>
  </message>
  <message>
   <source>Progress of the running batch</source>
   <translation>Fortschritt des laufenden Stücks</translation>
  </message>
  <message>
   <source>Promises</source>
   <translation>Verspricht</translation>
  </message>
  <message>
   <source>promises {what}</source>
   <translation>verspricht {what}</translation>
  </message>
  <message>
   <source>protection against changes (nobody can alter an event unnoticed)</source>
   <translation>Schutz vor Veränderung (niemand kann etwas unbemerkt ändern)</translation>
  </message>
  <message>
   <source>Purple</source>
   <translation>Lila</translation>
  </message>
  <message>
   <source>Put in what is on the clipboard</source>
   <translation>Einsetzen, was in der Zwischenablage ist</translation>
  </message>
  <message>
   <source>Put into a &amp;document…</source>
   <translation>In ein &amp;Dokument einfügen …</translation>
  </message>
  <message>
   <source>Put into a document</source>
   <translation>In ein Dokument einfügen</translation>
  </message>
  <message>
   <source>Put into the space</source>
   <translation>In den Raum stellen</translation>
  </message>
  <message>
   <source>Put it in</source>
   <translation>Einfügen</translation>
  </message>
  <message>
   <source>Put something into the space</source>
   <translation>Etwas in den Raum stellen</translation>
  </message>
  <message>
   <source>Put the copied object into the folder</source>
   <translation>Kopiertes Objekt in den Ordner legen</translation>
  </message>
  <message>
   <source>Puts it into {slot} of {block}</source>
   <translation>Setzt es in {slot} von {block} ein</translation>
  </message>
  <message>
   <source>QR code</source>
   <translation>QR-Code</translation>
  </message>
  <message>
   <source>QR code of {title}</source>
   <translation>QR-Code von {title}</translation>
  </message>
  <message>
   <source>Query</source>
   <translation>Abfrage</translation>
  </message>
  <message>
   <source>Query in SQL</source>
   <translation>Abfrage in SQL</translation>
  </message>
  <message>
   <source>Question</source>
   <translation>Frage</translation>
  </message>
  <message>
   <source>Questions and answers</source>
   <translation>Fragen und Antworten</translation>
  </message>
  <message>
   <source>questions and answers</source>
   <translation>Fragen und Antworten</translation>
  </message>
  <message>
   <source>Quote</source>
   <translation>Zitat</translation>
  </message>
  <message>
   <source>Raise</source>
   <translation>Höher</translation>
  </message>
  <message>
   <source>Raises an alert for everyone when a number of a feed goes beyond a limit; somebody takes note of it.</source>
   <translation>Schlägt für alle Alarm, wenn eine Zahl eines Datenstroms eine Grenze überschreitet; jemand nimmt es zur Kenntnis.</translation>
  </message>
  <message>
   <source>range</source>
   <translation>Bereich</translation>
  </message>
  <message>
   <source>Raw data</source>
   <translation>Rohdaten</translation>
  </message>
  <message>
   <source>raw data</source>
   <translation>Rohdaten</translation>
  </message>
  <message>
   <source>Raw data is written in pairs of hexadecimal digits.</source>
   <translation>Rohdaten schreibt man in Paaren von Hexadezimalziffern.</translation>
  </message>
  <message>
   <source>Read files: {what}</source>
   <translation>Dateien lesen: {what}</translation>
  </message>
  <message>
   <source>read-only</source>
   <translation>nur lesen</translation>
  </message>
  <message>
   <source>ready to run</source>
   <translation>bereit</translation>
  </message>
  <message>
   <source>Recent</source>
   <translation>Zuletzt</translation>
  </message>
  <message>
   <source>Recent pages and files</source>
   <translation>Zuletzt benutzte Seiten und Dateien</translation>
  </message>
  <message>
   <source>records where it may be missing</source>
   <translation>Datensätze, in denen es fehlen kann</translation>
  </message>
  <message>
   <source>records with further fields</source>
   <translation>Datensätze mit weiteren Feldern</translation>
  </message>
  <message>
   <source>records with it</source>
   <translation>Datensätze damit</translation>
  </message>
  <message>
   <source>records without it</source>
   <translation>Datensätze ohne das</translation>
  </message>
  <message>
   <source>Rectangle</source>
   <translation>Rechteck</translation>
  </message>
  <message>
   <source>Rectangle (R)</source>
   <translation>Rechteck (R)</translation>
  </message>
  <message>
   <source>Red</source>
   <translation>Rot</translation>
  </message>
  <message>
   <source>Redo</source>
   <translation>Wiederholen</translation>
  </message>
  <message>
   <source>Redo ({keys})</source>
   <translation>Wiederholen ({keys})</translation>
  </message>
  <message>
   <source>references are nested more than {count} deep</source>
   <translation>Verweise sind mehr als {count} Stufen tief verschachtelt</translation>
  </message>
  <message>
   <source>Registry</source>
   <translation>Verzeichnis</translation>
  </message>
  <message>
   <source>Reliable channel</source>
   <translation>Zuverlässiger Kanal</translation>
  </message>
  <message>
   <source>Reliable channel on this computer</source>
   <translation>Zuverlässiger Kanal auf diesem Rechner</translation>
  </message>
  <message>
   <source>Remember everything</source>
   <translation>Alles merken</translation>
  </message>
  <message>
   <source>Remember the answer for everything of this kind by this signer</source>
   <translation>Die Antwort für alles dieser Art von diesem Unterzeichner merken</translation>
  </message>
  <message>
   <source>Remember the answer for exactly this</source>
   <translation>Die Antwort für genau dies merken</translation>
  </message>
  <message>
   <source>Remove</source>
   <translation>Entfernen</translation>
  </message>
  <message>
   <source>Remove all that is ticked</source>
   <translation>Alles Abgehakte entfernen</translation>
  </message>
  <message>
   <source>Remove for everyone</source>
   <translation>Für alle entfernen</translation>
  </message>
  <message>
   <source>Remove from this list</source>
   <translation>Aus dieser Liste entfernen</translation>
  </message>
  <message>
   <source>remove it</source>
   <translation>entfernen</translation>
  </message>
  <message>
   <source>Remove note</source>
   <translation>Notiz entfernen</translation>
  </message>
  <message>
   <source>Remove somebody</source>
   <translation>Jemanden entfernen</translation>
  </message>
  <message>
   <source>remove that block first</source>
   <translation>erst diesen Baustein entfernen</translation>
  </message>
  <message>
   <source>remove that wire first</source>
   <translation>erst diese Leitung entfernen</translation>
  </message>
  <message>
   <source>Remove the link</source>
   <translation>Verknüpfung entfernen</translation>
  </message>
  <message>
   <source>Remove the selected object for everyone</source>
   <translation>Ausgewähltes Objekt für alle entfernen</translation>
  </message>
  <message>
   <source>Remove the selected one</source>
   <translation>Das Ausgewählte entfernen</translation>
  </message>
  <message>
   <source>Remove the selected one for everyone</source>
   <translation>Ausgewähltes für alle entfernen</translation>
  </message>
  <message>
   <source>Remove the selected rows</source>
   <translation>Ausgewählte Zeilen entfernen</translation>
  </message>
  <message>
   <source>remove the type first</source>
   <translation>erst die Art entfernen</translation>
  </message>
  <message>
   <source>Remove wire</source>
   <translation>Leitung entfernen</translation>
  </message>
  <message>
   <source>Remove zone</source>
   <translation>Zone entfernen</translation>
  </message>
  <message>
   <source>Remove {count} things</source>
   <translation>{count} Dinge entfernen</translation>
  </message>
  <message>
   <source>Remove {name}</source>
   <translation>{name} entfernen</translation>
  </message>
  <message>
   <source>Remove {name}?</source>
   <translation>{name} entfernen?</translation>
  </message>
  <message>
   <source>Remove…</source>
   <translation>Entfernen …</translation>
  </message>
  <message>
   <source>Rename</source>
   <translation>Umbenennen</translation>
  </message>
  <message>
   <source>rename it first</source>
   <translation>erst umbenennen</translation>
  </message>
  <message>
   <source>Rename {name}</source>
   <translation>{name} umbenennen</translation>
  </message>
  <message>
   <source>Renew the lease for as long as the holder is there</source>
   <translation>Die Frist verlängern, solange der Inhaber da ist</translation>
  </message>
  <message>
   <source>Replace it</source>
   <translation>Ersetzen</translation>
  </message>
  <message>
   <source>Replicated platform</source>
   <translation>Replizierte Plattform</translation>
  </message>
  <message>
   <source>Resize</source>
   <translation>Größe ändern</translation>
  </message>
  <message>
   <source>Resize {name}</source>
   <translation>Größe von {name} ändern</translation>
  </message>
  <message>
   <source>Restore version</source>
   <translation>Fassung zurückholen</translation>
  </message>
  <message>
   <source>Restore version of {when}</source>
   <translation>Fassung vom {when} zurückholen</translation>
  </message>
  <message>
   <source>Result</source>
   <translation>Ergebnis</translation>
  </message>
  <message>
   <source>Rewrite</source>
   <translation>Ändern</translation>
  </message>
  <message>
   <source>row</source>
   <translation>Zeile</translation>
  </message>
  <message>
   <source>Rows</source>
   <translation>Zeilen</translation>
  </message>
  <message>
   <source>Rows at the same place</source>
   <translation>Zeilen am selben Ort</translation>
  </message>
  <message>
   <source>Rows from before this time come too late</source>
   <translation>Zeilen von vor dieser Zeit kommen zu spät</translation>
  </message>
  <message>
   <source>Rows per second</source>
   <translation>Zeilen pro Sekunde</translation>
  </message>
  <message>
   <source>Rows that came too late and were dropped</source>
   <translation>Zeilen, die zu spät kamen und verworfen wurden</translation>
  </message>
  <message>
   <source>Rows with a number and a time, made by Spark itself.</source>
   <translation>Zeilen mit einer Nummer und einer Zeit, die Spark selbst macht.</translation>
  </message>
  <message>
   <source>Run code without a sandbox: {what}</source>
   <translation>Code ohne Sandbox ausführen: {what}</translation>
  </message>
  <message>
   <source>Run code: {what}</source>
   <translation>Code ausführen: {what}</translation>
  </message>
  <message>
   <source>Run objects for others: {what}</source>
   <translation>Objekte für andere ausführen: {what}</translation>
  </message>
  <message>
   <source>Run the feed here; Spark is installed for that</source>
   <translation>Den Datenstrom hier laufen lassen; dafür wird Spark installiert</translation>
  </message>
  <message>
   <source>Runs objects on this computer for whoever is allowed to ask for it.</source>
   <translation>Führt Objekte auf diesem Rechner für alle aus, die darum bitten dürfen.</translation>
  </message>
  <message>
   <source>Runs on the computer of {name}; here, Spark is not needed.</source>
   <translation>Läuft auf dem Rechner von {name}; hier wird Spark nicht gebraucht.</translation>
  </message>
  <message>
   <source>Runs on this computer, with Spark; whoever looks needs neither Spark nor the data.</source>
   <translation>Läuft auf diesem Rechner, mit Spark; wer zusieht, braucht weder Spark noch die Daten.</translation>
  </message>
  <message>
   <source>S&amp;kip</source>
   <translation>Ü&amp;berspringen</translation>
  </message>
  <message>
   <source>S&amp;top</source>
   <translation>&amp;Beenden</translation>
  </message>
  <message>
   <source>Same gaps across</source>
   <translation>Gleiche Abstände waagerecht</translation>
  </message>
  <message>
   <source>Same gaps down</source>
   <translation>Gleiche Abstände senkrecht</translation>
  </message>
  <message>
   <source>Sample feed</source>
   <translation>Probestrom</translation>
  </message>
  <message>
   <source>Sample of {name}</source>
   <translation>Probe von {name}</translation>
  </message>
  <message>
   <source>Satellite</source>
   <translation>Satellit</translation>
  </message>
  <message>
   <source>Save</source>
   <translation>Speichern</translation>
  </message>
  <message>
   <source>Save &amp;as…</source>
   <translation>Speichern &amp;unter …</translation>
  </message>
  <message>
   <source>Save &amp;with content</source>
   <translation>Mit &amp;Inhalt speichern</translation>
  </message>
  <message>
   <source>Save a &amp;file…</source>
   <translation>Als &amp;Datei speichern …</translation>
  </message>
  <message>
   <source>Save a copy</source>
   <translation>Kopie speichern</translation>
  </message>
  <message>
   <source>Save a drawing</source>
   <translation>Zeichnung speichern</translation>
  </message>
  <message>
   <source>Save a picture</source>
   <translation>Bild speichern</translation>
  </message>
  <message>
   <source>Save a picture of the map</source>
   <translation>Bild der Karte speichern</translation>
  </message>
  <message>
   <source>Save as a message</source>
   <translation>Als Nachricht speichern</translation>
  </message>
  <message>
   <source>Save as a message…</source>
   <translation>Als Nachricht speichern …</translation>
  </message>
  <message>
   <source>Save as a tem&amp;plate…</source>
   <translation>Als V&amp;orlage speichern…</translation>
  </message>
  <message>
   <source>Save as a template, without content</source>
   <translation>Als Vorlage speichern, ohne Inhalt</translation>
  </message>
  <message>
   <source>Save as PNG …</source>
   <translation>Als PNG speichern …</translation>
  </message>
  <message>
   <source>Save as SVG …</source>
   <translation>Als SVG speichern …</translation>
  </message>
  <message>
   <source>Save as …</source>
   <translation>Speichern unter …</translation>
  </message>
  <message>
   <source>Save it as a file first, then drop the file here</source>
   <translation>Erst als Datei speichern, dann die Datei hier ablegen</translation>
  </message>
  <message>
   <source>save it under another name</source>
   <translation>unter einem anderen Namen speichern</translation>
  </message>
  <message>
   <source>save it under another name to change it</source>
   <translation>zum Ändern unter einem anderen Namen speichern</translation>
  </message>
  <message>
   <source>Save over it</source>
   <translation>Überschreiben</translation>
  </message>
  <message>
   <source>Save picture as PNG …</source>
   <translation>Bild als PNG speichern …</translation>
  </message>
  <message>
   <source>Save rows as CSV …</source>
   <translation>Zeilen als CSV speichern …</translation>
  </message>
  <message>
   <source>Save rows as Parquet …</source>
   <translation>Zeilen als Parquet speichern …</translation>
  </message>
  <message>
   <source>Save the changes before closing?</source>
   <translation>Änderungen vor dem Schließen speichern?</translation>
  </message>
  <message>
   <source>Save the chart</source>
   <translation>Diagramm speichern</translation>
  </message>
  <message>
   <source>Save the file</source>
   <translation>Datei speichern</translation>
  </message>
  <message>
   <source>Save the map</source>
   <translation>Karte speichern</translation>
  </message>
  <message>
   <source>Save the note</source>
   <translation>Notiz speichern</translation>
  </message>
  <message>
   <source>Save the page</source>
   <translation>Seite speichern</translation>
  </message>
  <message>
   <source>Save the picture</source>
   <translation>Bild sichern</translation>
  </message>
  <message>
   <source>Save the rows</source>
   <translation>Zeilen speichern</translation>
  </message>
  <message>
   <source>Save the rows as CSV</source>
   <translation>Zeilen als CSV speichern</translation>
  </message>
  <message>
   <source>Saved.</source>
   <translation>Gespeichert.</translation>
  </message>
  <message>
   <source>Say what is to be seen, for those who cannot see it</source>
   <translation>Sagen, was zu sehen ist, für die, die es nicht sehen können</translation>
  </message>
  <message>
   <source>Say what it is for</source>
   <translation>Sagen, wofür es ist</translation>
  </message>
  <message>
   <source>Say why it is worth a look</source>
   <translation>Sagen, warum es sich lohnt</translation>
  </message>
  <message>
   <source>Says which nodes that somebody cares about seem to have failed, and which are there.</source>
   <translation>Sagt, welche der beachteten Rechner ausgefallen scheinen und welche da sind.</translation>
  </message>
  <message>
   <source>Says who takes part, as a sequence of views that all of them agree on.</source>
   <translation>Sagt, wer teilnimmt, als Folge von Ansichten, über die sich alle einig sind.</translation>
  </message>
  <message>
   <source>scatter</source>
   <translation>Punkte</translation>
  </message>
  <message>
   <source>Se&amp;ttings…</source>
   <translation>E&amp;instellungen …</translation>
  </message>
  <message>
   <source>Search</source>
   <translation>Suchen</translation>
  </message>
  <message>
   <source>Search a symbol</source>
   <translation>Ein Papier suchen</translation>
  </message>
  <message>
   <source>Search for an object to add</source>
   <translation>Objekt zum Hinzufügen suchen</translation>
  </message>
  <message>
   <source>Search the help</source>
   <translation>Hilfe durchsuchen</translation>
  </message>
  <message>
   <source>Search the palette</source>
   <translation>Palette durchsuchen</translation>
  </message>
  <message>
   <source>Search the settings</source>
   <translation>Einstellungen durchsuchen</translation>
  </message>
  <message>
   <source>Search the shortcuts</source>
   <translation>Tastenkürzel durchsuchen</translation>
  </message>
  <message>
   <source>seconds</source>
   <translation>Sekunden</translation>
  </message>
  <message>
   <source>Secret key</source>
   <translation>Geheimer Schlüssel</translation>
  </message>
  <message>
   <source>Secret key; 64 hexadecimal digits, or empty: all may join</source>
   <translation>Geheimer Schlüssel; 64 Hexadezimalziffern, oder leer: alle dürfen teilnehmen</translation>
  </message>
  <message>
   <source>Select a block with a wire first</source>
   <translation>Erst einen Baustein mit einer Leitung auswählen</translation>
  </message>
  <message>
   <source>Select a block with connections first</source>
   <translation>Erst einen Baustein mit Anschlüssen auswählen</translation>
  </message>
  <message>
   <source>Select a single block to see and change its settings.</source>
   <translation>Wählen Sie einen einzelnen Baustein aus, um seine Einstellungen zu sehen und zu ändern.</translation>
  </message>
  <message>
   <source>Select all</source>
   <translation>Alles auswählen</translation>
  </message>
  <message>
   <source>select some blocks</source>
   <translation>Bausteine auswählen</translation>
  </message>
  <message>
   <source>select some blocks first</source>
   <translation>erst Bausteine auswählen</translation>
  </message>
  <message>
   <source>Select the blocks that belong together first</source>
   <translation>Erst die Bausteine auswählen, die zusammengehören</translation>
  </message>
  <message>
   <source>Select the nearest block in the direction of the arrow</source>
   <translation>Den nächsten Baustein in Richtung des Pfeils auswählen</translation>
  </message>
  <message>
   <source>select … from … (Ctrl+Space completes, Ctrl+Enter shows the result)</source>
   <translation>select … from … (Strg+Leertaste ergänzt, Strg+Eingabe zeigt das Ergebnis)</translation>
  </message>
  <message>
   <source>Send</source>
   <translation>Senden</translation>
  </message>
  <message>
   <source>Send the file {name} to others: whoever opens it edits with you.</source>
   <translation>Schicken Sie die Datei {name} anderen: wer sie öffnet, arbeitet mit.</translation>
  </message>
  <message>
   <source>Send the form as it is filled in</source>
   <translation>Das Formular so absenden, wie es ausgefüllt ist</translation>
  </message>
  <message>
   <source>Send the message to everyone</source>
   <translation>Nachricht an alle senden</translation>
  </message>
  <message>
   <source>Send to the back</source>
   <translation>In den Hintergrund</translation>
  </message>
  <message>
   <source>Send: {what}</source>
   <translation>Senden: {what}</translation>
  </message>
  <message>
   <source>Sends each message once to everyone, and does nothing about those that are lost.</source>
   <translation>Sendet jede Nachricht einmal an alle und kümmert sich nicht um verlorene.</translation>
  </message>
  <message>
   <source>Sensor</source>
   <translation>Sensor</translation>
  </message>
  <message>
   <source>sent {height} pixels high, {rate} frames/s, up to {bits} kbit/s</source>
   <translation>gesendet mit {height} Zeilen, {rate} Bilder/s, bis zu {bits} kbit/s</translation>
  </message>
  <message>
   <source>Servers</source>
   <translation>Server</translation>
  </message>
  <message>
   <source>Services and protocols</source>
   <translation>Dienste und Protokolle</translation>
  </message>
  <message>
   <source>Set the value for everyone</source>
   <translation>Wert für alle setzen</translation>
  </message>
  <message>
   <source>Set {name}</source>
   <translation>{name} setzen</translation>
  </message>
  <message>
   <source>SETTINGS</source>
   <translation>EINSTELLUNGEN</translation>
  </message>
  <message>
   <source>Settings</source>
   <translation>Einstellungen</translation>
  </message>
  <message>
   <source>SHA-256 of the archive</source>
   <translation>SHA-256 des Archivs</translation>
  </message>
  <message>
   <source>Share</source>
   <translation>Teilen</translation>
  </message>
  <message>
   <source>Share “{title}”</source>
   <translation>„{title}“ teilen</translation>
  </message>
  <message>
   <source>Shared button</source>
   <translation>Gemeinsamer Taster</translation>
  </message>
  <message>
   <source>Shared counter</source>
   <translation>Gemeinsamer Zähler</translation>
  </message>
  <message>
   <source>Shared desktop</source>
   <translation>Gemeinsamer Schreibtisch</translation>
  </message>
  <message>
   <source>Shared documents</source>
   <translation>Gemeinsame Dokumente</translation>
  </message>
  <message>
   <source>Shared folder</source>
   <translation>Gemeinsamer Ordner</translation>
  </message>
  <message>
   <source>Shared folder of a standby</source>
   <translation>Gemeinsamer Ordner zum Bereitstehen</translation>
  </message>
  <message>
   <source>Shared form</source>
   <translation>Gemeinsames Formular</translation>
  </message>
  <message>
   <source>Shared gauge</source>
   <translation>Gemeinsame Anzeige</translation>
  </message>
  <message>
   <source>Shared label</source>
   <translation>Gemeinsame Beschriftung</translation>
  </message>
  <message>
   <source>Shared list</source>
   <translation>Gemeinsame Liste</translation>
  </message>
  <message>
   <source>Shared lock</source>
   <translation>Gemeinsame Sperre</translation>
  </message>
  <message>
   <source>Shared map</source>
   <translation>Gemeinsame Zuordnung</translation>
  </message>
  <message>
   <source>Shared note</source>
   <translation>Gemeinsame Notiz</translation>
  </message>
  <message>
   <source>Shared page</source>
   <translation>Gemeinsame Seite</translation>
  </message>
  <message>
   <source>shared pages are not installed here</source>
   <translation>gemeinsame Seiten sind hier nicht installiert</translation>
  </message>
  <message>
   <source>Shared set</source>
   <translation>Gemeinsame Menge</translation>
  </message>
  <message>
   <source>Shared slider</source>
   <translation>Gemeinsamer Regler</translation>
  </message>
  <message>
   <source>Shared switch</source>
   <translation>Gemeinsamer Schalter</translation>
  </message>
  <message>
   <source>Shared text</source>
   <translation>Gemeinsamer Text</translation>
  </message>
  <message>
   <source>Shared text with sections</source>
   <translation>Gemeinsamer Text mit Abschnitten</translation>
  </message>
  <message>
   <source>Shared value</source>
   <translation>Gemeinsamer Wert</translation>
  </message>
  <message>
   <source>Sheet</source>
   <translation>Blatt</translation>
  </message>
  <message>
   <source>Sheet; empty: the first one</source>
   <translation>Tabellenblatt; leer: das erste</translation>
  </message>
  <message>
   <source>Ship</source>
   <translation>Schiff</translation>
  </message>
  <message>
   <source>Shopping list</source>
   <translation>Einkaufsliste</translation>
  </message>
  <message>
   <source>Show &amp;all</source>
   <translation>&amp;Alles zeigen</translation>
  </message>
  <message>
   <source>Show &amp;folder</source>
   <translation>&amp;Ordner zeigen</translation>
  </message>
  <message>
   <source>Show a film, a camera or the screen</source>
   <translation>Einen Film, eine Kamera oder den Bildschirm zeigen</translation>
  </message>
  <message>
   <source>Show a film, your screen or a camera: everyone will see it.
Drop a film here to begin.</source>
   <translation>Zeigen Sie einen Film, Ihren Bildschirm oder eine Kamera: alle werden es sehen.
Legen Sie hier einen Film ab, um zu beginnen.</translation>
  </message>
  <message>
   <source>Show all</source>
   <translation>Alles zeigen</translation>
  </message>
  <message>
   <source>Show all marks, or the world</source>
   <translation>Alle Marken zeigen, oder die Welt</translation>
  </message>
  <message>
   <source>Show all of it</source>
   <translation>Alles davon zeigen</translation>
  </message>
  <message>
   <source>Show all places</source>
   <translation>Alle Orte zeigen</translation>
  </message>
  <message>
   <source>Show all {count}</source>
   <translation>Alle {count} zeigen</translation>
  </message>
  <message>
   <source>Show everything</source>
   <translation>Alles zeigen</translation>
  </message>
  <message>
   <source>Show everything in the space</source>
   <translation>Alles im Raum zeigen</translation>
  </message>
  <message>
   <source>Show everything on the desktop</source>
   <translation>Alles auf dem Schreibtisch zeigen</translation>
  </message>
  <message>
   <source>Show everything that is drawn</source>
   <translation>Alles Gezeichnete zeigen</translation>
  </message>
  <message>
   <source>Show in a window</source>
   <translation>In einem Fenster zeigen</translation>
  </message>
  <message>
   <source>Show it</source>
   <translation>Zeigen</translation>
  </message>
  <message>
   <source>Show it outside</source>
   <translation>Außen zeigen</translation>
  </message>
  <message>
   <source>Show lines of latitude and longitude</source>
   <translation>Breiten- und Längengrade zeigen</translation>
  </message>
  <message>
   <source>show one of its blocks' settings outside</source>
   <translation>eine Einstellung eines Bausteins außen zeigen</translation>
  </message>
  <message>
   <source>Show or hide the dots</source>
   <translation>Punkte zeigen oder verbergen</translation>
  </message>
  <message>
   <source>Show outside</source>
   <translation>Außen zeigen</translation>
  </message>
  <message>
   <source>Show small or in full</source>
   <translation>Klein oder ganz zeigen</translation>
  </message>
  <message>
   <source>Show the document in LibreOffice, too</source>
   <translation>Das Dokument auch in LibreOffice zeigen</translation>
  </message>
  <message>
   <source>Show the first rows (Ctrl+Enter)</source>
   <translation>Die ersten Zeilen zeigen (Strg+Eingabe)</translation>
  </message>
  <message>
   <source>Show the folder in which it lies</source>
   <translation>Den Ordner zeigen, in dem sie liegt</translation>
  </message>
  <message>
   <source>Show the free connections outside</source>
   <translation>Freie Anschlüsse außen zeigen</translation>
  </message>
  <message>
   <source>Show the secret</source>
   <translation>Geheimnis zeigen</translation>
  </message>
  <message>
   <source>Show the whole page</source>
   <translation>Ganze Seite zeigen</translation>
  </message>
  <message>
   <source>Show what is selected</source>
   <translation>Ausgewähltes zeigen</translation>
  </message>
  <message>
   <source>Show {name} outside</source>
   <translation>{name} außen zeigen</translation>
  </message>
  <message>
   <source>Show {name} outside no longer</source>
   <translation>{name} nicht mehr außen zeigen</translation>
  </message>
  <message>
   <source>SHOWN OUTSIDE</source>
   <translation>AUSSEN GEZEIGT</translation>
  </message>
  <message>
   <source>Shown outside as {name}</source>
   <translation>Außen gezeigt als {name}</translation>
  </message>
  <message>
   <source>shown outside as {name}</source>
   <translation>außen gezeigt als {name}</translation>
  </message>
  <message>
   <source>Shows a number on a dial, with a mark from which on it is too high; sliders and feeds set it.</source>
   <translation>Zeigt eine Zahl auf einer Skala, mit einer Marke, ab der sie zu hoch ist; Regler und Datenquellen setzen sie.</translation>
  </message>
  <message>
   <source>Shows who has it open, since when, and whether they have time; whoever goes or dies is gone from it.</source>
   <translation>Zeigt, wer es offen hat, seit wann, und ob sie Zeit haben; wer geht oder ausfällt, ist nicht mehr darauf.</translation>
  </message>
  <message>
   <source>Side by side</source>
   <translation>Nebeneinander</translation>
  </message>
  <message>
   <source>Sign</source>
   <translation>Zeichen</translation>
  </message>
  <message>
   <source>signed by {who}</source>
   <translation>unterschrieben von {who}</translation>
  </message>
  <message>
   <source>Since</source>
   <translation>Seit</translation>
  </message>
  <message>
   <source>since {time}</source>
   <translation>seit {time}</translation>
  </message>
  <message>
   <source>Size</source>
   <translation>Größe</translation>
  </message>
  <message>
   <source>Skips values that are out of date before they were seen, of each key if the values have one.</source>
   <translation>Überspringt Werte, die veraltet sind, ehe sie gesehen wurden, bei Schlüsseln je Schlüssel.</translation>
  </message>
  <message>
   <source>Sky</source>
   <translation>Himmelblau</translation>
  </message>
  <message>
   <source>Slider</source>
   <translation>Schieberegler</translation>
  </message>
  <message>
   <source>Slot: {name}</source>
   <translation>Platz: {name}</translation>
  </message>
  <message>
   <source>Smaller</source>
   <translation>Kleiner</translation>
  </message>
  <message>
   <source>Some have not heard of it yet; they will from the others.</source>
   <translation>Einige haben es noch nicht erfahren; die anderen werden es ihnen sagen.</translation>
  </message>
  <message>
   <source>Some objects have failed; their blocks say why.</source>
   <translation>Einige Objekte sind ausgefallen; ihre Bausteine sagen, warum.</translation>
  </message>
  <message>
   <source>Some parts are not installed here; they stay as they are.</source>
   <translation>Einige Teile sind hier nicht installiert; sie bleiben, wie sie sind.</translation>
  </message>
  <message>
   <source>Somebody else</source>
   <translation>Jemand anders</translation>
  </message>
  <message>
   <source>Somebody else has changed this file since it was opened here.</source>
   <translation>Jemand anderes hat diese Datei geändert, seit sie hier geöffnet wurde.</translation>
  </message>
  <message>
   <source>somebody has changed this meanwhile</source>
   <translation>das hat inzwischen jemand geändert</translation>
  </message>
  <message>
   <source>Somebody wants to run an object on this computer: {what}</source>
   <translation>Jemand möchte ein Objekt auf diesem Rechner ausführen: {what}</translation>
  </message>
  <message>
   <source>something more complicated</source>
   <translation>etwas Komplizierteres</translation>
  </message>
  <message>
   <source>Sort as the feed does</source>
   <translation>Sortieren wie der Datenstrom</translation>
  </message>
  <message>
   <source>Sources</source>
   <translation>Quellen</translation>
  </message>
  <message>
   <source>Space</source>
   <translation>Raum</translation>
  </message>
  <message>
   <source>Spark</source>
   <translation>Spark</translation>
  </message>
  <message>
   <source>Spark computes live tables. It is installed when it is needed first.</source>
   <translation>Spark berechnet lebende Tabellen. Es wird installiert, wenn es zum ersten Mal gebraucht wird.</translation>
  </message>
  <message>
   <source>Spark is being started</source>
   <translation>Spark wird gestartet</translation>
  </message>
  <message>
   <source>Spark starts when it is needed</source>
   <translation>Spark startet, wenn es gebraucht wird</translation>
  </message>
  <message>
   <source>Spark {version} on {place}</source>
   <translation>Spark {version} auf {place}</translation>
  </message>
  <message>
   <source>Spreadsheet range</source>
   <translation>Bereich einer Tabellenkalkulation</translation>
  </message>
  <message>
   <source>Spreadsheets (*.ods *.fods *.xlsx *.xls)</source>
   <translation>Tabellendokumente (*.ods *.fods *.xlsx *.xls)</translation>
  </message>
  <message>
   <source>SQL</source>
   <translation>SQL</translation>
  </message>
  <message>
   <source>Stand by, and take over when another computer's feed dies</source>
   <translation>Bereitstehen und übernehmen, wenn der Datenstrom eines anderen Rechners stirbt</translation>
  </message>
  <message>
   <source>Stand up or lay down</source>
   <translation>Aufstellen oder hinlegen</translation>
  </message>
  <message>
   <source>standby</source>
   <translation>bereit</translation>
  </message>
  <message>
   <source>Start again</source>
   <translation>Neu starten</translation>
  </message>
  <message>
   <source>Start Spark</source>
   <translation>Spark starten</translation>
  </message>
  <message>
   <source>Start the stopwatch</source>
   <translation>Stoppuhr starten</translation>
  </message>
  <message>
   <source>starting</source>
   <translation>startet</translation>
  </message>
  <message>
   <source>Starting …</source>
   <translation>Startet …</translation>
  </message>
  <message>
   <source>starts with</source>
   <translation>beginnt mit</translation>
  </message>
  <message>
   <source>starts with @</source>
   <translation>beginnt mit @</translation>
  </message>
  <message>
   <source>Starts, stops and moves objects on other computers, and goes on when the computer that did it dies.</source>
   <translation>Startet, beendet und versetzt Objekte auf anderen Rechnern und macht weiter, wenn der Rechner ausfällt, der das tat.</translation>
  </message>
  <message>
   <source>Starts, stops and moves objects on other computers, each of which has given it a ticket.</source>
   <translation>Startet, beendet und versetzt Objekte auf anderen Rechnern, von denen jeder ihm eine Karte gegeben hat.</translation>
  </message>
  <message>
   <source>State</source>
   <translation>Zustand</translation>
  </message>
  <message>
   <source>State size</source>
   <translation>Größe des Standes</translation>
  </message>
  <message>
   <source>state transfer (newcomers receive the state so far)</source>
   <translation>Übergabe des Standes (wer dazukommt, bekommt den Stand bis dahin)</translation>
  </message>
  <message>
   <source>state up to 1 GB</source>
   <translation>Stand bis 1 GB</translation>
  </message>
  <message>
   <source>Status</source>
   <translation>Status</translation>
  </message>
  <message>
   <source>Step</source>
   <translation>Schritt</translation>
  </message>
  <message>
   <source>Step; 0: any number</source>
   <translation>Schritt; 0: jede Zahl</translation>
  </message>
  <message>
   <source>Stop and forget</source>
   <translation>Anhalten und vergessen</translation>
  </message>
  <message>
   <source>Stop showing</source>
   <translation>Nicht mehr zeigen</translation>
  </message>
  <message>
   <source>Stop the stopwatch</source>
   <translation>Stoppuhr anhalten</translation>
  </message>
  <message>
   <source>stopped</source>
   <translation>angehalten</translation>
  </message>
  <message>
   <source>storage disk space documents history delete</source>
   <translation>Speicher Platte Platz Dokumente Geschichte löschen</translation>
  </message>
  <message>
   <source>Straighten the wire</source>
   <translation>Leitung gerade ziehen</translation>
  </message>
  <message>
   <source>Straighten wire</source>
   <translation>Leitung gerade ziehen</translation>
  </message>
  <message>
   <source>Stream</source>
   <translation>Strom</translation>
  </message>
  <message>
   <source>Strike through</source>
   <translation>Durchgestrichen</translation>
  </message>
  <message>
   <source>such as 12, "words" or [1, 2]</source>
   <translation>etwa 12, "Wörter" oder [1, 2]</translation>
  </message>
  <message>
   <source>Sum</source>
   <translation>Summe</translation>
  </message>
  <message>
   <source>sum</source>
   <translation>Summe</translation>
  </message>
  <message>
   <source>sums (all that was added counts, in whatever order)</source>
   <translation>Summen (alles Addierte zählt, in jeder Reihenfolge)</translation>
  </message>
  <message>
   <source>Switch</source>
   <translation>Schalter</translation>
  </message>
  <message>
   <source>Symbol</source>
   <translation>Papier</translation>
  </message>
  <message>
   <source>Symbols</source>
   <translation>Papiere</translation>
  </message>
  <message>
   <source>Symbols, with spaces between them</source>
   <translation>Papiere, mit Leerzeichen dazwischen</translation>
  </message>
  <message>
   <source>Table</source>
   <translation>Tabelle</translation>
  </message>
  <message>
   <source>Table of computers</source>
   <translation>Tabelle der Rechner</translation>
  </message>
  <message>
   <source>table of rows</source>
   <translation>Tabelle</translation>
  </message>
  <message>
   <source>Table or query</source>
   <translation>Tabelle oder Abfrage</translation>
  </message>
  <message>
   <source>Table or view</source>
   <translation>Tabelle oder Sicht</translation>
  </message>
  <message>
   <source>Table or view; schema.name where there are several</source>
   <translation>Tabelle oder Sicht; schema.name, wo es mehrere gibt</translation>
  </message>
  <message>
   <source>Table to join</source>
   <translation>Tabelle zum Verbinden</translation>
  </message>
  <message>
   <source>tables with further columns</source>
   <translation>Tabellen mit weiteren Spalten</translation>
  </message>
  <message>
   <source>tables with it</source>
   <translation>Tabellen damit</translation>
  </message>
  <message>
   <source>tables without it</source>
   <translation>Tabellen ohne das</translation>
  </message>
  <message>
   <source>Take back</source>
   <translation>Zurücknehmen</translation>
  </message>
  <message>
   <source>Take it away</source>
   <translation>Wegnehmen</translation>
  </message>
  <message>
   <source>Take it out</source>
   <translation>Herausnehmen</translation>
  </message>
  <message>
   <source>Take it out onto the page</source>
   <translation>Auf die Seite herausnehmen</translation>
  </message>
  <message>
   <source>Take off texture and stream</source>
   <translation>Textur und Strom abnehmen</translation>
  </message>
  <message>
   <source>Take part on your network: {what}</source>
   <translation>In Ihrem Netz teilnehmen: {what}</translation>
  </message>
  <message>
   <source>take that back first</source>
   <translation>das erst zurücknehmen</translation>
  </message>
  <message>
   <source>Take the &amp;tour</source>
   <translation>&amp;Rundgang machen</translation>
  </message>
  <message>
   <source>Take the content of a file…</source>
   <translation>Inhalt einer Datei nehmen …</translation>
  </message>
  <message>
   <source>Take {name} out</source>
   <translation>{name} herausnehmen</translation>
  </message>
  <message>
   <source>Takes</source>
   <translation>Nimmt</translation>
  </message>
  <message>
   <source>takes {what}</source>
   <translation>nimmt {what}</translation>
  </message>
  <message>
   <source>Talk to other computers: {what}</source>
   <translation>Mit anderen Rechnern sprechen: {what}</translation>
  </message>
  <message>
   <source>Teal</source>
   <translation>Türkis</translation>
  </message>
  <message>
   <source>Tell everyone that you take care of it</source>
   <translation>Allen sagen, dass Sie sich darum kümmern</translation>
  </message>
  <message>
   <source>Tells how busy each computer is that has it open: processor, memory, disk, network; for charts, too.</source>
   <translation>Sagt, wie ausgelastet jeder Rechner ist, der es offen hat: Prozessor, Speicher, Platte, Netz; auch für Diagramme.</translation>
  </message>
  <message>
   <source>Tells the time, and has a stopwatch or countdown that everyone starts and stops together.</source>
   <translation>Sagt die Zeit und hat eine Stoppuhr oder einen Countdown, den alle gemeinsam starten und anhalten.</translation>
  </message>
  <message>
   <source>Tells where things are that move, so that models in a space follow; makes up flights to try it.</source>
   <translation>Sagt, wo Dinge sind, die sich bewegen, sodass Modelle in einem Raum folgen; erfindet Flüge, um es auszuprobieren.</translation>
  </message>
  <message>
   <source>term {number}</source>
   <translation>Amtszeit {number}</translation>
  </message>
  <message>
   <source>test</source>
   <translation>Test</translation>
  </message>
  <message>
   <source>Test rows…</source>
   <translation>Probezeilen …</translation>
  </message>
  <message>
   <source>Text</source>
   <translation>Text</translation>
  </message>
  <message>
   <source>text</source>
   <translation>Text</translation>
  </message>
  <message>
   <source>Text (*.txt)</source>
   <translation>Text (*.txt)</translation>
  </message>
  <message>
   <source>Text (T)</source>
   <translation>Text (T)</translation>
  </message>
  <message>
   <source>Text of the link</source>
   <translation>Text der Verknüpfung</translation>
  </message>
  <message>
   <source>Text of the note</source>
   <translation>Text der Notiz</translation>
  </message>
  <message>
   <source>Text on the desktop</source>
   <translation>Text auf dem Schreibtisch</translation>
  </message>
  <message>
   <source>Texts, presentations and web pages (*.odt *.odp *.docx *.pptx *.html *.htm)</source>
   <translation>Texte, Präsentationen und Webseiten (*.odt *.odp *.docx *.pptx *.html *.htm)</translation>
  </message>
  <message>
   <source>That is all</source>
   <translation>Das ist alles</translation>
  </message>
  <message>
   <source>That wire is not there any more.</source>
   <translation>Diese Leitung gibt es nicht mehr.</translation>
  </message>
  <message>
   <source>the address of {name}</source>
   <translation>die Adresse von {name}</translation>
  </message>
  <message>
   <source>the argument {parameter} of {name} {what}</source>
   <translation>die Einstellung {parameter} von {name} {what}</translation>
  </message>
  <message>
   <source>The camera of another device opens the page with Live Objects.</source>
   <translation>Die Kamera eines anderen Geräts öffnet die Seite mit Live Objects.</translation>
  </message>
  <message>
   <source>The cells are shown when somebody who has the document opens this.</source>
   <translation>Die Zellen werden gezeigt, wenn jemand, der das Dokument hat, dies öffnet.</translation>
  </message>
  <message>
   <source>the change of {name} in percent</source>
   <translation>die Veränderung von {name} in Prozent</translation>
  </message>
  <message>
   <source>The channel x of the hybrid multicast: what a node of one network would run. It meets the other parts inside one program.</source>
   <translation>Der Kanal x des hybriden Multicast: was ein Knoten des einen Netzes ausführen würde. Er trifft die anderen Teile innerhalb eines Programms.</translation>
  </message>
  <message>
   <source>The channel y of the hybrid multicast: what a node of the other network would run. It meets the other parts inside one program.</source>
   <translation>Der Kanal y des hybriden Multicast: was ein Knoten des anderen Netzes ausführen würde. Er trifft die anderen Teile innerhalb eines Programms.</translation>
  </message>
  <message>
   <source>The colour of your face and your pointer, in what you open from now on.</source>
   <translation>Die Farbe Ihres Gesichts und Ihres Zeigers, in allem, was Sie von jetzt an öffnen.</translation>
  </message>
  <message>
   <source>The computer of the feed is gone; this is how it was at {time}</source>
   <translation>Der Rechner des Datenstroms ist fort; so war es um {time}</translation>
  </message>
  <message>
   <source>the connection {name} is no longer shown outside</source>
   <translation>der Anschluss {name} wird nicht mehr außen gezeigt</translation>
  </message>
  <message>
   <source>the connection {name} is shown outside</source>
   <translation>der Anschluss {name} wird außen gezeigt</translation>
  </message>
  <message>
   <source>The connector is fetched when it is used for the first time; Spark starts again with it.</source>
   <translation>Das Verbindungsstück wird beim ersten Gebrauch geholt; Spark startet damit neu.</translation>
  </message>
  <message>
   <source>The content and its history are removed from this computer. This cannot be undone. Others who have it keep it, and files stay.</source>
   <translation>Der Inhalt und seine Geschichte werden von diesem Rechner entfernt. Das lässt sich nicht rückgängig machen. Andere, die ihn haben, behalten ihn, und Dateien bleiben.</translation>
  </message>
  <message>
   <source>the count of {name}</source>
   <translation>der Stand von {name}</translation>
  </message>
  <message>
   <source>the database</source>
   <translation>die Datenbank</translation>
  </message>
  <message>
   <source>The database file on this computer</source>
   <translation>Die Datenbankdatei auf diesem Rechner</translation>
  </message>
  <message>
   <source>the description is different</source>
   <translation>die Beschreibung ist anders</translation>
  </message>
  <message>
   <source>the document</source>
   <translation>das Dokument</translation>
  </message>
  <message>
   <source>The document on this computer</source>
   <translation>Das Dokument auf diesem Rechner</translation>
  </message>
  <message>
   <source>The earlier version is back.</source>
   <translation>Die frühere Fassung ist wieder da.</translation>
  </message>
  <message>
   <source>the end of each countdown of {name}</source>
   <translation>das Ende jedes Countdowns von {name}</translation>
  </message>
  <message>
   <source>The feed has failed: {reason}</source>
   <translation>Der Datenstrom ist ausgefallen: {reason}</translation>
  </message>
  <message>
   <source>The feed is held still since {time}</source>
   <translation>Der Datenstrom steht seit {time} still</translation>
  </message>
  <message>
   <source>The feed is starting</source>
   <translation>Der Datenstrom wird gestartet</translation>
  </message>
  <message>
   <source>The feed was stopped at {time}</source>
   <translation>Der Datenstrom wurde um {time} angehalten</translation>
  </message>
  <message>
   <source>The field that tells one value from another</source>
   <translation>Das Feld, das einen Wert vom anderen unterscheidet</translation>
  </message>
  <message>
   <source>The field that tells one value from another; empty: none</source>
   <translation>Das Feld, das einen Wert vom anderen unterscheidet; leer: keines</translation>
  </message>
  <message>
   <source>The file at first</source>
   <translation>Die Datei am Anfang</translation>
  </message>
  <message>
   <source>The file cannot be read: {why}</source>
   <translation>Die Datei kann nicht gelesen werden: {why}</translation>
  </message>
  <message>
   <source>The file is larger than 1 MB, which a page should not carry.</source>
   <translation>Die Datei ist größer als 1 MB; das sollte eine Seite nicht tragen.</translation>
  </message>
  <message>
   <source>the first writer's claim (whoever comes later is refused and told so)</source>
   <translation>den Vorrang des ersten Schreibers (wer später kommt, wird abgelehnt und erfährt es)</translation>
  </message>
  <message>
   <source>The first {number} rows · {seconds} s</source>
   <translation>Die ersten {number} Zeilen · {seconds} s</translation>
  </message>
  <message>
   <source>The folder above</source>
   <translation>Der Ordner darüber</translation>
  </message>
  <message>
   <source>the formalism '{name}'</source>
   <translation>die Schreibweise '{name}'</translation>
  </message>
  <message>
   <source>The language changes when the program is started again.</source>
   <translation>Die Sprache ändert sich beim nächsten Start des Programms.</translation>
  </message>
  <message>
   <source>the last writer's value (of changes at the same time one remains)</source>
   <translation>den Wert des letzten Schreibers (von gleichzeitigen Änderungen bleibt eine)</translation>
  </message>
  <message>
   <source>the last writer's value in each part (changes to different parts never undo each other)</source>
   <translation>den Wert des letzten Schreibers in jedem Teil (Änderungen an verschiedenen Teilen stören sich nie)</translation>
  </message>
  <message>
   <source>the last {time}</source>
   <translation>die letzten {time}</translation>
  </message>
  <message>
   <source>The latest rows that a channel brings, in columns; whoever looks sorts, searches and saves them.</source>
   <translation>Die neuesten Zeilen, die ein Kanal bringt, in Spalten; wer zusieht, sortiert, sucht und speichert sie.</translation>
  </message>
  <message>
   <source>the latest value (everyone ends up with each sender's newest)</source>
   <translation>den neuesten Wert (jeder hat am Ende den neuesten jedes Absenders)</translation>
  </message>
  <message>
   <source>The link is on the clipboard.</source>
   <translation>Der Link ist in der Zwischenablage.</translation>
  </message>
  <message>
   <source>the list of who takes part</source>
   <translation>die Liste der Teilnehmenden</translation>
  </message>
  <message>
   <source>the memory use that {name} measures</source>
   <translation>die Speicherbelegung, die {name} misst</translation>
  </message>
  <message>
   <source>the model</source>
   <translation>das Modell</translation>
  </message>
  <message>
   <source>the name of the file in {name}</source>
   <translation>der Name der Datei in {name}</translation>
  </message>
  <message>
   <source>the name {name} {what}</source>
   <translation>der Name {name} {what}</translation>
  </message>
  <message>
   <source>The name {what}.</source>
   <translation>Der Name {what}.</translation>
  </message>
  <message>
   <source>The next one (Enter)</source>
   <translation>Nächste Stelle (Eingabe)</translation>
  </message>
  <message>
   <source>The note as it was</source>
   <translation>Die Notiz, wie sie war</translation>
  </message>
  <message>
   <source>the note could not be saved: {why}</source>
   <translation>die Notiz konnte nicht gespeichert werden: {why}</translation>
  </message>
  <message>
   <source>The number of the shared slider, on a dial: open both.</source>
   <translation>Die Zahl des gemeinsamen Reglers auf einer Skala: öffnen Sie beide.</translation>
  </message>
  <message>
   <source>the number of {name}</source>
   <translation>die Zahl von {name}</translation>
  </message>
  <message>
   <source>The object</source>
   <translation>Das Objekt</translation>
  </message>
  <message>
   <source>The object runs here for somebody else, until you end it.</source>
   <translation>Das Objekt läuft hier für jemand anderen, bis Sie es beenden.</translation>
  </message>
  <message>
   <source>The objects in an archive of code that is named by its URL and the digest of its content.</source>
   <translation>Die Objekte eines Programmarchivs, das durch seine Adresse und die Prüfsumme seines Inhalts benannt ist.</translation>
  </message>
  <message>
   <source>The one before (Shift+Enter)</source>
   <translation>Vorige Stelle (Umschalt+Eingabe)</translation>
  </message>
  <message>
   <source>the order '{first}', then '{second}' (never the other way round)</source>
   <translation>die Reihenfolge '{first}', dann '{second}' (nie andersherum)</translation>
  </message>
  <message>
   <source>the orders of {name}</source>
   <translation>die Bestellungen von {name}</translation>
  </message>
  <message>
   <source>The others go on under a new key. {name} keeps what is there now and sees nothing new, with this file or a copy of it.</source>
   <translation>Die anderen machen unter einem neuen Schlüssel weiter. {name} behält, was jetzt da ist, und sieht nichts Neues, auch nicht mit dieser Datei oder einer Kopie davon.</translation>
  </message>
  <message>
   <source>the page</source>
   <translation>die Seite</translation>
  </message>
  <message>
   <source>The page becomes an object in the palette that can be used again and again.</source>
   <translation>Die Seite wird zu einem Objekt in der Palette, das sich immer wieder verwenden lässt.</translation>
  </message>
  <message>
   <source>the page has a connection {name} already</source>
   <translation>die Seite hat schon einen Anschluss {name}</translation>
  </message>
  <message>
   <source>the page has failed: {why}</source>
   <translation>die Seite ist ausgefallen: {why}</translation>
  </message>
  <message>
   <source>the page is not here yet</source>
   <translation>die Seite ist noch nicht da</translation>
  </message>
  <message>
   <source>The picture at first: PNG, JPEG, GIF or WebP</source>
   <translation>Das Bild am Anfang: PNG, JPEG, GIF oder WebP</translation>
  </message>
  <message>
   <source>The picture comes in a moment …</source>
   <translation>Das Bild kommt gleich …</translation>
  </message>
  <message>
   <source>the picture could not be written</source>
   <translation>das Bild konnte nicht geschrieben werden</translation>
  </message>
  <message>
   <source>The picture goes on by itself when it does.</source>
   <translation>Das Bild geht von selbst weiter, sobald etwas kommt.</translation>
  </message>
  <message>
   <source>the picture in {name}</source>
   <translation>das Bild in {name}</translation>
  </message>
  <message>
   <source>the picture is damaged</source>
   <translation>das Bild ist beschädigt</translation>
  </message>
  <message>
   <source>the picture is too large</source>
   <translation>das Bild ist zu groß</translation>
  </message>
  <message>
   <source>the points of {name}</source>
   <translation>die Punkte von {name}</translation>
  </message>
  <message>
   <source>The present table of a feed; whoever looks sorts, filters and saves it.</source>
   <translation>Die jetzige Tabelle eines Datenstroms; wer zusieht, sortiert, filtert und speichert sie.</translation>
  </message>
  <message>
   <source>the price of {name}</source>
   <translation>der Kurs von {name}</translation>
  </message>
  <message>
   <source>the prices of {name}</source>
   <translation>die Kurse von {name}</translation>
  </message>
  <message>
   <source>the processor load that {name} measures</source>
   <translation>die Prozessorlast, die {name} misst</translation>
  </message>
  <message>
   <source>The query goes on by itself, and everyone who has its file sees the result move. They need neither Spark nor the data.</source>
   <translation>Die Abfrage geht von selbst weiter, und alle, die ihre Datei haben, sehen das Ergebnis sich bewegen. Sie brauchen weder Spark noch die Daten.</translation>
  </message>
  <message>
   <source>The references that this computer keeps by name; each computer has its own.</source>
   <translation>Die Verweise, die dieser Rechner nach Namen hält; jeder Rechner hat seine eigenen.</translation>
  </message>
  <message>
   <source>the registry entry {name} leads back to itself: {way}</source>
   <translation>der Eintrag {name} im Verzeichnis führt zu sich selbst zurück: {way}</translation>
  </message>
  <message>
   <source>the row that is filled in at {name}</source>
   <translation>die Zeile, die in {name} ausgefüllt ist</translation>
  </message>
  <message>
   <source>The rows are shown when somebody who has access to the database opens this.</source>
   <translation>Die Zeilen werden gezeigt, wenn jemand mit Zugang zur Datenbank dies öffnet.</translation>
  </message>
  <message>
   <source>the rows of {name}</source>
   <translation>die Zeilen von {name}</translation>
  </message>
  <message>
   <source>The screen</source>
   <translation>Der Bildschirm</translation>
  </message>
  <message>
   <source>the screen</source>
   <translation>den Bildschirm</translation>
  </message>
  <message>
   <source>the seconds on the stopwatch of {name}</source>
   <translation>die Sekunden auf der Stoppuhr von {name}</translation>
  </message>
  <message>
   <source>The setting of the pattern that tells one object from another</source>
   <translation>Die Einstellung des Musters, die ein Objekt vom anderen unterscheidet</translation>
  </message>
  <message>
   <source>the setting {name}</source>
   <translation>die Einstellung {name}</translation>
  </message>
  <message>
   <source>the setting {name} {what}</source>
   <translation>die Einstellung {name} {what}</translation>
  </message>
  <message>
   <source>The shared page has failed: {why}</source>
   <translation>Die gemeinsame Seite ist ausgefallen: {why}</translation>
  </message>
  <message>
   <source>the stream</source>
   <translation>der Strom</translation>
  </message>
  <message>
   <source>The text at first</source>
   <translation>Der Text am Anfang</translation>
  </message>
  <message>
   <source>the text holds the character U+{code}, which a file cannot</source>
   <translation>der Text enthält das Zeichen U+{code}, das eine Datei nicht fassen kann</translation>
  </message>
  <message>
   <source>the time by {name}</source>
   <translation>die Zeit nach {name}</translation>
  </message>
  <message>
   <source>The time, and a stopwatch that everyone starts and stops together.</source>
   <translation>Die Zeit und eine Stoppuhr, die alle gemeinsam starten und anhalten.</translation>
  </message>
  <message>
   <source>the title was {old} and is {new}</source>
   <translation>der Titel war {old} und ist {new}</translation>
  </message>
  <message>
   <source>the two are wired already</source>
   <translation>die beiden sind schon verbunden</translation>
  </message>
  <message>
   <source>the type {name}, not chosen yet</source>
   <translation>die Art {name}, noch nicht gewählt</translation>
  </message>
  <message>
   <source>the type {type} cannot be used: {why}</source>
   <translation>die Art {type} kann nicht verwendet werden: {why}</translation>
  </message>
  <message>
   <source>the wire from {first} to {second} is gone</source>
   <translation>die Leitung von {first} nach {second} ist weg</translation>
  </message>
  <message>
   <source>the wire from {first} to {second} is new</source>
   <translation>die Leitung von {first} nach {second} ist neu</translation>
  </message>
  <message>
   <source>The words stand here.</source>
   <translation>Die Worte stehen hier.</translation>
  </message>
  <message>
   <source>The world, offline: everyone looks where they like, marks places, and draws lines and areas.</source>
   <translation>Die Welt, auch ohne Netz: alle sehen sich um, wo sie möchten, markieren Orte und zeichnen Linien und Flächen.</translation>
  </message>
  <message>
   <source>The world, offline: look around, mark places, draw lines and areas; everyone sees them.</source>
   <translation>Die Welt, auch ohne Netz: umsehen, Orte markieren, Linien und Flächen zeichnen; alle sehen sie.</translation>
  </message>
  <message>
   <source>Theme</source>
   <translation>Farbschema</translation>
  </message>
  <message>
   <source>THEN</source>
   <translation>DAMALS</translation>
  </message>
  <message>
   <source>There are more rows than fit; the first {count} are shown.</source>
   <translation>Es gibt mehr Zeilen, als Platz ist; die ersten {count} werden gezeigt.</translation>
  </message>
  <message>
   <source>There are no columns with latitudes and longitudes.</source>
   <translation>Es gibt keine Spalten mit Breiten- und Längengraden.</translation>
  </message>
  <message>
   <source>There are no feeds yet. Write a query, look at its result, then make it live.</source>
   <translation>Es gibt noch keine Datenströme. Schreiben Sie eine Abfrage, sehen Sie ihr Ergebnis an und machen Sie es lebendig.</translation>
  </message>
  <message>
   <source>There are no files in the gallery folder.</source>
   <translation>Im Ordner der Galerie sind keine Dateien.</translation>
  </message>
  <message>
   <source>there are no rows to save</source>
   <translation>es gibt keine Zeilen zu speichern</translation>
  </message>
  <message>
   <source>There are no rows.</source>
   <translation>Es gibt keine Zeilen.</translation>
  </message>
  <message>
   <source>There are no versions yet: each time you save, one is kept.</source>
   <translation>Es gibt noch keine Fassungen: bei jedem Speichern wird eine behalten.</translation>
  </message>
  <message>
   <source>there is '{name}' in My objects already</source>
   <translation>'{name}' gibt es schon in Meine Objekte</translation>
  </message>
  <message>
   <source>there is a setting {name} already</source>
   <translation>die Einstellung {name} gibt es schon</translation>
  </message>
  <message>
   <source>there is another '{name}' on this page</source>
   <translation>auf dieser Seite gibt es schon '{name}'</translation>
  </message>
  <message>
   <source>there is another {name} meanwhile</source>
   <translation>inzwischen gibt es ein anderes {name}</translation>
  </message>
  <message>
   <source>there is no column “{column}” in the feed</source>
   <translation>in dem Datenstrom gibt es keine Spalte „{column}“</translation>
  </message>
  <message>
   <source>there is no component {name}; there are {names}</source>
   <translation>es gibt keinen Baustein {name}; es gibt {names}</translation>
  </message>
  <message>
   <source>There is no history yet: it begins with the first change.</source>
   <translation>Es gibt noch keinen Verlauf: Er beginnt mit der ersten Änderung.</translation>
  </message>
  <message>
   <source>there is no object in {name}</source>
   <translation>in {name} ist kein Objekt</translation>
  </message>
  <message>
   <source>There is no object on the clipboard; copy one first</source>
   <translation>In der Zwischenablage ist kein Objekt; erst eines kopieren</translation>
  </message>
  <message>
   <source>There is no OpenGL on this computer: install libgl1-mesa-dri or a driver.</source>
   <translation>Auf diesem Rechner gibt es kein OpenGL: installieren Sie libgl1-mesa-dri oder einen Treiber.</translation>
  </message>
  <message>
   <source>There is no OpenGL on this display ({name}).</source>
   <translation>Auf dieser Anzeige ({name}) gibt es kein OpenGL.</translation>
  </message>
  <message>
   <source>There is no other connection on this page.</source>
   <translation>Auf dieser Seite gibt es keinen anderen Anschluss.</translation>
  </message>
  <message>
   <source>there is no picture in it</source>
   <translation>es ist kein Bild darin</translation>
  </message>
  <message>
   <source>there is no setting {name} any more</source>
   <translation>die Einstellung {name} gibt es nicht mehr</translation>
  </message>
  <message>
   <source>there is no setting {parameter} in the templates around</source>
   <translation>in den Vorlagen ringsum gibt es keine Einstellung {parameter}</translation>
  </message>
  <message>
   <source>there is no such place for an object</source>
   <translation>einen solchen Platz für ein Objekt gibt es nicht</translation>
  </message>
  <message>
   <source>There is nothing inside {name} to look at</source>
   <translation>In {name} ist nichts zu sehen</translation>
  </message>
  <message>
   <source>There is nothing on the clipboard that a page can hold</source>
   <translation>In der Zwischenablage ist nichts, was eine Seite aufnehmen kann</translation>
  </message>
  <message>
   <source>There is nothing to export yet.</source>
   <translation>Es gibt noch nichts auszugeben.</translation>
  </message>
  <message>
   <source>There is nothing to see: this object works for others.</source>
   <translation>Hier ist nichts zu sehen: dieses Objekt arbeitet für andere.</translation>
  </message>
  <message>
   <source>these are more than {number} files</source>
   <translation>das sind mehr als {number} Dateien</translation>
  </message>
  <message>
   <source>These had changes that were not saved when the program ended: {name} ({time}).</source>
   <translation>Hier gab es ungespeicherte Änderungen, als das Programm endete: {name} ({time}).</translation>
  </message>
  <message>
   <source>Thing</source>
   <translation>Ding</translation>
  </message>
  <message>
   <source>Things that people write down, sort and tick off together; everyone sees who ticked what.</source>
   <translation>Was alle gemeinsam aufschreiben, sortieren und abhaken; man sieht, wer was abgehakt hat.</translation>
  </message>
  <message>
   <source>Things to tick off</source>
   <translation>Was abzuhaken ist</translation>
  </message>
  <message>
   <source>This cannot be opened</source>
   <translation>Das kann nicht geöffnet werden</translation>
  </message>
  <message>
   <source>This cannot be put on a page</source>
   <translation>Das kann nicht auf eine Seite</translation>
  </message>
  <message>
   <source>this computer</source>
   <translation>dieser Rechner</translation>
  </message>
  <message>
   <source>this computer brings the prices</source>
   <translation>dieser Rechner bringt die Preise</translation>
  </message>
  <message>
   <source>this computer does not know {what}</source>
   <translation>dieser Rechner kennt {what} nicht</translation>
  </message>
  <message>
   <source>This computer is not connected to a network.</source>
   <translation>Dieser Rechner ist mit keinem Netz verbunden.</translation>
  </message>
  <message>
   <source>This file is open in another tab; choose another one.</source>
   <translation>Diese Datei ist in einem anderen Reiter geöffnet; bitte eine andere wählen.</translation>
  </message>
  <message>
   <source>this has become something else meanwhile</source>
   <translation>das ist inzwischen etwas anderes geworden</translation>
  </message>
  <message>
   <source>This has been closed.</source>
   <translation>Das wurde geschlossen.</translation>
  </message>
  <message>
   <source>This is no type: {why}</source>
   <translation>Das ist keine Art: {why}</translation>
  </message>
  <message>
   <source>This is not a live object that can be read</source>
   <translation>Das ist kein lesbares lebendes Objekt</translation>
  </message>
  <message>
   <source>this is not an edit that this program knows</source>
   <translation>diese Änderung kennt dieses Programm nicht</translation>
  </message>
  <message>
   <source>this is not an object</source>
   <translation>das ist kein Objekt</translation>
  </message>
  <message>
   <source>this is not an object: {why}</source>
   <translation>das ist kein Objekt: {why}</translation>
  </message>
  <message>
   <source>this is not {kind}</source>
   <translation>hier gehört {kind} hin</translation>
  </message>
  <message>
   <source>This is what people see: the note itself, with nothing around it. Type something.</source>
   <translation>Das sehen die Leute: die Notiz selbst, ohne etwas ringsum. Schreiben Sie etwas.</translation>
  </message>
  <message>
   <source>This must be a number.</source>
   <translation>Das muss eine Zahl sein.</translation>
  </message>
  <message>
   <source>This must be a whole number.</source>
   <translation>Das muss eine ganze Zahl sein.</translation>
  </message>
  <message>
   <source>This must be between {low} and {high}.</source>
   <translation>Das muss zwischen {low} und {high} liegen.</translation>
  </message>
  <message>
   <source>this note is not there any more</source>
   <translation>diese Notiz gibt es nicht mehr</translation>
  </message>
  <message>
   <source>this object</source>
   <translation>dieses Objekt</translation>
  </message>
  <message>
   <source>This object has no owner: whoever has the file can take part, and nobody can be removed.</source>
   <translation>Dieses Objekt gehört niemandem: Wer die Datei hat, kann mitmachen, und niemand kann entfernt werden.</translation>
  </message>
  <message>
   <source>this object is not installed here</source>
   <translation>dieses Objekt ist hier nicht installiert</translation>
  </message>
  <message>
   <source>This object is not on this machine; {what}.</source>
   <translation>Dieses Objekt ist nicht auf diesem Rechner; {what}.</translation>
  </message>
  <message>
   <source>This page</source>
   <translation>Diese Seite</translation>
  </message>
  <message>
   <source>this page</source>
   <translation>diese Seite</translation>
  </message>
  <message>
   <source>this page cannot be recovered: {why}</source>
   <translation>diese Seite kann nicht wiederhergestellt werden: {why}</translation>
  </message>
  <message>
   <source>this page has no file yet</source>
   <translation>diese Seite hat noch keine Datei</translation>
  </message>
  <message>
   <source>this page has no settings</source>
   <translation>diese Seite hat keine Einstellungen</translation>
  </message>
  <message>
   <source>this page is a single object</source>
   <translation>diese Seite ist ein einzelnes Objekt</translation>
  </message>
  <message>
   <source>This page is open in a tab; close it first.</source>
   <translation>Diese Seite ist in einem Reiter offen; schließen Sie ihn zuerst.</translation>
  </message>
  <message>
   <source>this page is recovered elsewhere already</source>
   <translation>diese Seite wird schon anderswo wiederhergestellt</translation>
  </message>
  <message>
   <source>this page is shown as another type</source>
   <translation>diese Seite wird als etwas anderes gezeigt</translation>
  </message>
  <message>
   <source>this picture cannot be shown</source>
   <translation>dieses Bild kann nicht gezeigt werden</translation>
  </message>
  <message>
   <source>This picture cannot be shown.</source>
   <translation>Dieses Bild kann nicht gezeigt werden.</translation>
  </message>
  <message>
   <source>This picture cannot be shown: {reason}</source>
   <translation>Dieses Bild kann nicht gezeigt werden: {reason}</translation>
  </message>
  <message>
   <source>This space cannot be drawn here. {reason} Everything else works, and others see it.</source>
   <translation>Dieser Raum kann hier nicht gezeichnet werden. {reason} Alles andere geht, und andere sehen ihn.</translation>
  </message>
  <message>
   <source>this takes a value, not an object</source>
   <translation>hier gehört ein Wert hin, kein Objekt</translation>
  </message>
  <message>
   <source>This version cannot be read: {why}</source>
   <translation>Diese Fassung kann nicht gelesen werden: {why}</translation>
  </message>
  <message>
   <source>this wire is not there any more</source>
   <translation>diese Leitung gibt es nicht mehr</translation>
  </message>
  <message>
   <source>this zone is not there any more</source>
   <translation>diese Zone gibt es nicht mehr</translation>
  </message>
  <message>
   <source>those with it</source>
   <translation>solche damit</translation>
  </message>
  <message>
   <source>those with the listed ones</source>
   <translation>solche mit den genannten</translation>
  </message>
  <message>
   <source>those without it</source>
   <translation>solche ohne das</translation>
  </message>
  <message>
   <source>ticked by {name}</source>
   <translation>abgehakt von {name}</translation>
  </message>
  <message>
   <source>Time</source>
   <translation>Zeit</translation>
  </message>
  <message>
   <source>time</source>
   <translation>Zeit</translation>
  </message>
  <message>
   <source>Time between looks where nothing tells of changes</source>
   <translation>Zeit zwischen zwei Blicken, wo nichts von Änderungen erzählt</translation>
  </message>
  <message>
   <source>Time between made-up prices</source>
   <translation>Zeit zwischen erfundenen Preisen</translation>
  </message>
  <message>
   <source>Time between readings</source>
   <translation>Zeit zwischen Messungen</translation>
  </message>
  <message>
   <source>Time between two files</source>
   <translation>Zeit zwischen zwei Dateien</translation>
  </message>
  <message>
   <source>Time is up</source>
   <translation>Die Zeit ist um</translation>
  </message>
  <message>
   <source>Time zone, such as Europe/Berlin</source>
   <translation>Zeitzone, etwa Europe/Berlin</translation>
  </message>
  <message>
   <source>Time zone, such as Europe/Berlin; empty: that of the viewer</source>
   <translation>Zeitzone, etwa Europe/Berlin; leer: die des Betrachters</translation>
  </message>
  <message>
   <source>Title</source>
   <translation>Titel</translation>
  </message>
  <message>
   <source>Title at first</source>
   <translation>Titel am Anfang</translation>
  </message>
  <message>
   <source>Title of the page</source>
   <translation>Titel der Seite</translation>
  </message>
  <message>
   <source>Title of the zone</source>
   <translation>Titel der Zone</translation>
  </message>
  <message>
   <source>to</source>
   <translation>bis</translation>
  </message>
  <message>
   <source>To the back</source>
   <translation>Nach hinten</translation>
  </message>
  <message>
   <source>To the front</source>
   <translation>Nach vorn</translation>
  </message>
  <message>
   <source>To the right</source>
   <translation>Nach rechts</translation>
  </message>
  <message>
   <source>today {time}</source>
   <translation>heute {time}</translation>
  </message>
  <message>
   <source>today, {clock}</source>
   <translation>heute, {clock}</translation>
  </message>
  <message>
   <source>Too high</source>
   <translation>Zu hoch</translation>
  </message>
  <message>
   <source>Too low</source>
   <translation>Zu niedrig</translation>
  </message>
  <message>
   <source>Too many desktops lie in each other.</source>
   <translation>Zu viele Schreibtische liegen ineinander.</translation>
  </message>
  <message>
   <source>too much: let go of what you do not need</source>
   <translation>zu viel: lassen Sie los, was Sie nicht brauchen</translation>
  </message>
  <message>
   <source>Tool bar</source>
   <translation>Werkzeugleiste</translation>
  </message>
  <message>
   <source>Tools</source>
   <translation>Werkzeuge</translation>
  </message>
  <message>
   <source>Topic</source>
   <translation>Thema</translation>
  </message>
  <message>
   <source>Tower</source>
   <translation>Turm</translation>
  </message>
  <message>
   <source>transactions (changes that belong together happen together or not at all, and last)</source>
   <translation>Transaktionen (was zusammengehört, geschieht zusammen oder gar nicht, und bleibt)</translation>
  </message>
  <message>
   <source>Tree</source>
   <translation>Baum</translation>
  </message>
  <message>
   <source>Trend</source>
   <translation>Verlauf</translation>
  </message>
  <message>
   <source>Trust</source>
   <translation>Vertrauen</translation>
  </message>
  <message>
   <source>Tunnel</source>
   <translation>Tunnel</translation>
  </message>
  <message>
   <source>Turn back</source>
   <translation>Zurückdrehen</translation>
  </message>
  <message>
   <source>Turn clockwise</source>
   <translation>Im Uhrzeigersinn drehen</translation>
  </message>
  <message>
   <source>Turn it to the right, for everyone</source>
   <translation>Nach rechts drehen, für alle</translation>
  </message>
  <message>
   <source>Turn the page live to see how its objects are doing.</source>
   <translation>Schalten Sie die Seite live, um zu sehen, wie es ihren Objekten geht.</translation>
  </message>
  <message>
   <source>Turn to the right</source>
   <translation>Nach rechts drehen</translation>
  </message>
  <message>
   <source>Two entries have the same key; change one of them.</source>
   <translation>Zwei Einträge haben denselben Schlüssel; ändern Sie einen davon.</translation>
  </message>
  <message>
   <source>Type again what you have undone</source>
   <translation>Rückgängig Gemachtes wieder schreiben</translation>
  </message>
  <message>
   <source>Type here. Everyone who has this open sees it.</source>
   <translation>Schreiben Sie hier. Alle, die dies offen haben, sehen es.</translation>
  </message>
  <message>
   <source>Type in one window and read in the other. Save the page and send the file to a friend: it has the text, and whoever opens it on this network writes with you.</source>
   <translation>Schreiben Sie in einem Fenster und lesen Sie im anderen. Speichern Sie die Seite und schicken Sie die Datei jemandem: sie enthält den Text, und wer sie in diesem Netz öffnet, schreibt mit.</translation>
  </message>
  <message>
   <source>Type of the column</source>
   <translation>Typ der Spalte</translation>
  </message>
  <message>
   <source>Underline</source>
   <translation>Unterstrichen</translation>
  </message>
  <message>
   <source>Undo</source>
   <translation>Rückgängig</translation>
  </message>
  <message>
   <source>undo what came after it first</source>
   <translation>erst rückgängig machen, was danach kam</translation>
  </message>
  <message>
   <source>Undo what you did last</source>
   <translation>Zuletzt Getanes zurücknehmen</translation>
  </message>
  <message>
   <source>Undo what you did last (Ctrl+Z)</source>
   <translation>Zuletzt Getanes zurücknehmen (Strg+Z)</translation>
  </message>
  <message>
   <source>Undo what you typed last</source>
   <translation>Zuletzt Geschriebenes zurücknehmen</translation>
  </message>
  <message>
   <source>Undo what you typed last ({keys})</source>
   <translation>Zuletzt Geschriebenes zurücknehmen ({keys})</translation>
  </message>
  <message>
   <source>undo, or choose something else</source>
   <translation>rückgängig machen, oder etwas anderes wählen</translation>
  </message>
  <message>
   <source>undo, or make a new one</source>
   <translation>rückgängig machen, oder neu anlegen</translation>
  </message>
  <message>
   <source>Ungroup</source>
   <translation>Gruppe auflösen</translation>
  </message>
  <message>
   <source>Ungroup {name}</source>
   <translation>Gruppe {name} auflösen</translation>
  </message>
  <message>
   <source>uniform delivery (what one has seen, even one who then fails, all will see)</source>
   <translation>einheitliche Zustellung (was einer gesehen hat, auch wenn er dann ausfällt, sehen alle)</translation>
  </message>
  <message>
   <source>Unit of time</source>
   <translation>Zeiteinheit</translation>
  </message>
  <message>
   <source>Unlock</source>
   <translation>Freigeben</translation>
  </message>
  <message>
   <source>Unreliable multicast</source>
   <translation>Unzuverlässiger Rundruf</translation>
  </message>
  <message>
   <source>Unreliable multicast, loss recovery and ordering, one on the other; the wires between them are joined inside the engine.</source>
   <translation>Unzuverlässiger Rundruf, Verlustausgleich und Ordnung übereinander; die Leitungen dazwischen sind im Inneren verbunden.</translation>
  </message>
  <message>
   <source>Until when one can come</source>
   <translation>Bis wann man kommen kann</translation>
  </message>
  <message>
   <source>until {time}</source>
   <translation>bis {time}</translation>
  </message>
  <message>
   <source>up to 1,000 hours</source>
   <translation>bis zu 1.000 Stunden</translation>
  </message>
  <message>
   <source>up to 1,000 members</source>
   <translation>bis 1.000 Teilnehmer</translation>
  </message>
  <message>
   <source>up to 1,000 people</source>
   <translation>bis zu 1.000 Personen</translation>
  </message>
  <message>
   <source>up to 1,000 symbols</source>
   <translation>bis 1.000 Papiere</translation>
  </message>
  <message>
   <source>up to 1,920 pixels a side</source>
   <translation>bis 1.920 Bildpunkte je Seite</translation>
  </message>
  <message>
   <source>up to 10,000 answers</source>
   <translation>bis 10.000 Antworten</translation>
  </message>
  <message>
   <source>up to 10,000 cells</source>
   <translation>bis 10.000 Zellen</translation>
  </message>
  <message>
   <source>up to 10,000 names</source>
   <translation>bis 10.000 Namen</translation>
  </message>
  <message>
   <source>up to 10,000 people</source>
   <translation>bis 10.000 Personen</translation>
  </message>
  <message>
   <source>up to 10,000 things that move</source>
   <translation>bis 10.000 Dinge, die sich bewegen</translation>
  </message>
  <message>
   <source>up to 100,000 items</source>
   <translation>bis 100.000 Einträge</translation>
  </message>
  <message>
   <source>up to 100,000 keys</source>
   <translation>bis 100.000 Schlüssel</translation>
  </message>
  <message>
   <source>up to 2 million characters</source>
   <translation>bis 2 Mio. Zeichen</translation>
  </message>
  <message>
   <source>up to 2,000 places</source>
   <translation>bis 2.000 Orte</translation>
  </message>
  <message>
   <source>up to 20,000 marks</source>
   <translation>bis 20.000 Marken</translation>
  </message>
  <message>
   <source>up to 20,000 shapes</source>
   <translation>bis 20.000 Formen</translation>
  </message>
  <message>
   <source>up to 200 values to choose</source>
   <translation>bis 200 Werte zur Wahl</translation>
  </message>
  <message>
   <source>up to 200,000 rows</source>
   <translation>bis 200.000 Zeilen</translation>
  </message>
  <message>
   <source>up to 30,000 rows</source>
   <translation>bis 30.000 Zeilen</translation>
  </message>
  <message>
   <source>up to 32 MiB, 64 million pixels</source>
   <translation>bis 32 MiB, 64 Millionen Bildpunkte</translation>
  </message>
  <message>
   <source>up to 5,000 rows</source>
   <translation>bis 5.000 Zeilen</translation>
  </message>
  <message>
   <source>up to 5,000 things</source>
   <translation>bis zu 5.000 Dinge</translation>
  </message>
  <message>
   <source>up to 5,000 things that move</source>
   <translation>bis 5.000 Dinge, die sich bewegen</translation>
  </message>
  <message>
   <source>update the program, or leave it out</source>
   <translation>das Programm aktualisieren, oder es weglassen</translation>
  </message>
  <message>
   <source>URL</source>
   <translation>Adresse</translation>
  </message>
  <message>
   <source>Use devices: {what}</source>
   <translation>Geräte benutzen: {what}</translation>
  </message>
  <message>
   <source>Use it</source>
   <translation>Verwenden</translation>
  </message>
  <message>
   <source>Use what it is given now when nobody chooses</source>
   <translation>Das jetzt Gewählte verwenden, wenn niemand wählt</translation>
  </message>
  <message>
   <source>use {port} of {name} instead</source>
   <translation>nehmen Sie stattdessen {port} von {name}</translation>
  </message>
  <message>
   <source>User</source>
   <translation>Benutzer</translation>
  </message>
  <message>
   <source>User and password</source>
   <translation>Benutzer und Kennwort</translation>
  </message>
  <message>
   <source>Value</source>
   <translation>Wert</translation>
  </message>
  <message>
   <source>value</source>
   <translation>Wert</translation>
  </message>
  <message>
   <source>Values</source>
   <translation>Werte</translation>
  </message>
  <message>
   <source>values</source>
   <translation>Werte</translation>
  </message>
  <message>
   <source>Values by key that everyone sees and changes; the last to put a value under a key wins.</source>
   <translation>Werte nach Schlüsseln, die alle sehen und ändern; wer zuletzt einen Wert setzt, gewinnt.</translation>
  </message>
  <message>
   <source>version {version} is wanted and version {other} is here: update the library '{library}'</source>
   <translation>gebraucht wird Version {version}, hier ist Version {other}: die Bibliothek '{library}' aktualisieren</translation>
  </message>
  <message>
   <source>Versions</source>
   <translation>Fassungen</translation>
  </message>
  <message>
   <source>Versions with a name are never thinned out.</source>
   <translation>Versionen mit einem Namen bleiben immer erhalten.</translation>
  </message>
  <message>
   <source>Very broad</source>
   <translation>Sehr breit</translation>
  </message>
  <message>
   <source>Video</source>
   <translation>Video</translation>
  </message>
  <message>
   <source>view {number}</source>
   <translation>Ansicht {number}</translation>
  </message>
  <message>
   <source>Violet</source>
   <translation>Violett</translation>
  </message>
  <message>
   <source>virtual synchrony (all who stay agree on who takes part and on what arrived in between)</source>
   <translation>virtuelle Gleichzeitigkeit (alle, die bleiben, sind sich einig, wer teilnimmt und was dazwischen ankam)</translation>
  </message>
  <message>
   <source>Virtually synchronous channel</source>
   <translation>Virtuell gleichzeitiger Kanal</translation>
  </message>
  <message>
   <source>Virtually synchronous channel on this computer</source>
   <translation>Virtuell gleichzeitiger Kanal auf diesem Rechner</translation>
  </message>
  <message>
   <source>Volume</source>
   <translation>Umsatz</translation>
  </message>
  <message>
   <source>Volume {count}</source>
   <translation>Umsatz {count}</translation>
  </message>
  <message>
   <source>Waiting for the feed</source>
   <translation>Wartet auf den Datenstrom</translation>
  </message>
  <message>
   <source>Waiting for the first price …</source>
   <translation>Wartet auf den ersten Preis …</translation>
  </message>
  <message>
   <source>Waiting for the first reading …</source>
   <translation>Warten auf die erste Messung …</translation>
  </message>
  <message>
   <source>waiting for your answer</source>
   <translation>wartet auf Ihre Antwort</translation>
  </message>
  <message>
   <source>Wanted: {kind}</source>
   <translation>Gesucht: {kind}</translation>
  </message>
  <message>
   <source>wants {what}</source>
   <translation>möchte {what}</translation>
  </message>
  <message>
   <source>Warnings and failures</source>
   <translation>Warnungen und Fehler</translation>
  </message>
  <message>
   <source>Watermark</source>
   <translation>Wasserstand</translation>
  </message>
  <message>
   <source>watermark {time}</source>
   <translation>Wasserstand {time}</translation>
  </message>
  <message>
   <source>Web link</source>
   <translation>Verknüpfung mit einer Seite</translation>
  </message>
  <message>
   <source>Welcome</source>
   <translation>Willkommen</translation>
  </message>
  <message>
   <source>Welcome!</source>
   <translation>Willkommen!</translation>
  </message>
  <message>
   <source>What came</source>
   <translation>Was kam</translation>
  </message>
  <message>
   <source>What can be added</source>
   <translation>Was hinzugefügt werden kann</translation>
  </message>
  <message>
   <source>What comes is listed here.</source>
   <translation>Was kommt, steht hier.</translation>
  </message>
  <message>
   <source>What do you want to add?</source>
   <translation>Was möchten Sie hinzufügen?</translation>
  </message>
  <message>
   <source>What each version added is in the colour of whoever wrote it; what went is struck through.</source>
   <translation>Was jede Fassung hinzugefügt hat, ist in der Farbe derer, die es schrieben; was wegfiel, ist durchgestrichen.</translation>
  </message>
  <message>
   <source>What every computer that has this open tells of itself, row by row.</source>
   <translation>Was jeder Rechner, der dies offen hat, von sich berichtet, Zeile für Zeile.</translation>
  </message>
  <message>
   <source>What for</source>
   <translation>Wozu</translation>
  </message>
  <message>
   <source>what happens</source>
   <translation>was geschieht</translation>
  </message>
  <message>
   <source>What has changed since then</source>
   <translation>Was sich seitdem geändert hat</translation>
  </message>
  <message>
   <source>What is chosen</source>
   <translation>Was gewählt wird</translation>
  </message>
  <message>
   <source>What is in the selected cell</source>
   <translation>Was in der ausgewählten Zelle steht</translation>
  </message>
  <message>
   <source>What is kept</source>
   <translation>Was erhalten bleibt</translation>
  </message>
  <message>
   <source>What is made of its rows</source>
   <translation>Was aus ihren Zeilen wird</translation>
  </message>
  <message>
   <source>What is on it at first</source>
   <translation>Was zuerst darauf ist</translation>
  </message>
  <message>
   <source>What is shown</source>
   <translation>Was gezeigt wird</translation>
  </message>
  <message>
   <source>What is shown when nobody does</source>
   <translation>Was gezeigt wird, wenn es niemand tut</translation>
  </message>
  <message>
   <source>What is switched</source>
   <translation>Was geschaltet wird</translation>
  </message>
  <message>
   <source>what is to be grouped is not on this page</source>
   <translation>was gruppiert werden soll, ist nicht auf dieser Seite</translation>
  </message>
  <message>
   <source>What is to be seen on it, in words</source>
   <translation>Was darauf zu sehen ist, in Worten</translation>
  </message>
  <message>
   <source>What is to be seen, for those who cannot see it</source>
   <translation>Was zu sehen ist, für die, die es nicht sehen können</translation>
  </message>
  <message>
   <source>What is too much</source>
   <translation>Was zu viel ist</translation>
  </message>
  <message>
   <source>What it contained</source>
   <translation>Was es enthielt</translation>
  </message>
  <message>
   <source>What it counts</source>
   <translation>Was gezählt wird</translation>
  </message>
  <message>
   <source>What it counts, such as %</source>
   <translation>Was gezählt wird, etwa %</translation>
  </message>
  <message>
   <source>What it counts, such as °C</source>
   <translation>Was sie zählt, etwa °C</translation>
  </message>
  <message>
   <source>What it counts, such as €</source>
   <translation>Was gezählt wird, etwa €</translation>
  </message>
  <message>
   <source>What it does, in one line</source>
   <translation>Was es tut, in einer Zeile</translation>
  </message>
  <message>
   <source>What it hears or sees may reach everyone who has this object open.</source>
   <translation>Was es hört oder sieht, kann alle erreichen, die dieses Objekt offen haben.</translation>
  </message>
  <message>
   <source>What it is about</source>
   <translation>Worum es geht</translation>
  </message>
  <message>
   <source>What it is, for whoever opens it</source>
   <translation>Was es ist, für alle, die es öffnen</translation>
  </message>
  <message>
   <source>What it reads may be shown to everyone who has this object open.</source>
   <translation>Was es liest, kann allen gezeigt werden, die dieses Objekt offen haben.</translation>
  </message>
  <message>
   <source>What it says</source>
   <translation>Was darauf steht</translation>
  </message>
  <message>
   <source>What lies there at first</source>
   <translation>Was zuerst dort liegt</translation>
  </message>
  <message>
   <source>What may come next</source>
   <translation>Was folgen kann</translation>
  </message>
  <message>
   <source>What moves</source>
   <translation>Was sich bewegt</translation>
  </message>
  <message>
   <source>What moves, and where it is</source>
   <translation>Was sich bewegt, und wo es ist</translation>
  </message>
  <message>
   <source>What one symbol costs now, since the opening, and how it went lately.</source>
   <translation>Was ein Papier jetzt kostet, seit der Eröffnung, und wie es zuletzt verlief.</translation>
  </message>
  <message>
   <source>What people read beside it</source>
   <translation>Was daneben zu lesen ist</translation>
  </message>
  <message>
   <source>What Spark remembers between batches</source>
   <translation>Was Spark sich zwischen zwei Stücken merkt</translation>
  </message>
  <message>
   <source>What Spark said</source>
   <translation>Was Spark gesagt hat</translation>
  </message>
  <message>
   <source>What stands there at first</source>
   <translation>Was zuerst dort steht</translation>
  </message>
  <message>
   <source>What the number is</source>
   <translation>Was die Zahl ist</translation>
  </message>
  <message>
   <source>What the query finds is shown here.</source>
   <translation>Was die Abfrage findet, wird hier gezeigt.</translation>
  </message>
  <message>
   <source>What to show</source>
   <translation>Was zu zeigen ist</translation>
  </message>
  <message>
   <source>What was accepted is on disk, and is there again when everybody had left.</source>
   <translation>Was angenommen wurde, ist auf der Platte und wieder da, nachdem alle gegangen waren.</translation>
  </message>
  <message>
   <source>what was copied last is not a live object</source>
   <translation>zuletzt wurde kein lebendes Objekt kopiert</translation>
  </message>
  <message>
   <source>What you and others made in shared things is kept on this computer, with its history.</source>
   <translation>Was Sie und andere in gemeinsamen Dingen gemacht haben, bleibt auf diesem Rechner erhalten, mit seiner Geschichte.</translation>
  </message>
  <message>
   <source>what you do cannot be kept safe from a crash: {why}</source>
   <translation>Ihre Arbeit ist nicht gegen einen Absturz gesichert: {why}</translation>
  </message>
  <message>
   <source>What you do is in memory only, until this is mended: {why}</source>
   <translation>Was Sie tun, ist nur im Speicher, bis dies behoben ist: {why}</translation>
  </message>
  <message>
   <source>What you do is on the disk of every computer that has it open.</source>
   <translation>Was Sie tun, liegt auf der Platte jedes Rechners, der es offen hat.</translation>
  </message>
  <message>
   <source>What you have already stays as it is. Before an object joins a network, you are asked.</source>
   <translation>Was Sie schon haben, bleibt, wie es ist. Bevor ein Objekt einem Netz beitritt, werden Sie gefragt.</translation>
  </message>
  <message>
   <source>what {name} is set to</source>
   <translation>worauf {name} steht</translation>
  </message>
  <message>
   <source>What {name} may do</source>
   <translation>Was {name} darf</translation>
  </message>
  <message>
   <source>what {name} says</source>
   <translation>was in {name} steht</translation>
  </message>
  <message>
   <source>What {symbol} costs.</source>
   <translation>Was {symbol} kostet.</translation>
  </message>
  <message>
   <source>whatever is chosen for it</source>
   <translation>was immer dafür gewählt wird</translation>
  </message>
  <message>
   <source>Whatever this setting is given.</source>
   <translation>Was immer für diese Einstellung gewählt wird.</translation>
  </message>
  <message>
   <source>Where others will find the shared page</source>
   <translation>Wo andere die gemeinsame Seite finden</translation>
  </message>
  <message>
   <source>Where Spark runs</source>
   <translation>Wo Spark läuft</translation>
  </message>
  <message>
   <source>Where Spark runs, and with how much memory</source>
   <translation>Wo Spark läuft, und mit wie viel Speicher</translation>
  </message>
  <message>
   <source>Where the file lies, if it does not travel along</source>
   <translation>Wo die Datei liegt, wenn sie nicht mitreist</translation>
  </message>
  <message>
   <source>where the last mark on {name} is</source>
   <translation>wo die letzte Markierung auf {name} ist</translation>
  </message>
  <message>
   <source>where the last thing on {name} is</source>
   <translation>wo auf {name} sich zuletzt etwas bewegt hat</translation>
  </message>
  <message>
   <source>Where you are</source>
   <translation>Wo Sie sind</translation>
  </message>
  <message>
   <source>Where, by name</source>
   <translation>Wo, nach Namen</translation>
  </message>
  <message>
   <source>whether {name} is on</source>
   <translation>ob {name} an ist</translation>
  </message>
  <message>
   <source>whether {name} is raised</source>
   <translation>ob {name} ausgelöst ist</translation>
  </message>
  <message>
   <source>Which tiles it acts on</source>
   <translation>Auf welche Kacheln er wirkt</translation>
  </message>
  <message>
   <source>Whiteboard</source>
   <translation>Tafel</translation>
  </message>
  <message>
   <source>Who answers: any one, the leader, the first few, all</source>
   <translation>Wer antwortet: irgendeiner, der Leiter, die ersten, alle</translation>
  </message>
  <message>
   <source>Who can look</source>
   <translation>Wer zusehen kann</translation>
  </message>
  <message>
   <source>Who can take part?</source>
   <translation>Wer kann teilnehmen?</translation>
  </message>
  <message>
   <source>Who has it open, since when, and whether they have time.</source>
   <translation>Wer es offen hat, seit wann, und ob sie Zeit haben.</translation>
  </message>
  <message>
   <source>Who invites</source>
   <translation>Wer einlädt</translation>
  </message>
  <message>
   <source>Who is here</source>
   <translation>Wer da ist</translation>
  </message>
  <message>
   <source>who takes part</source>
   <translation>wer teilnimmt</translation>
  </message>
  <message>
   <source>Whoever answers there learns the address of this computer.</source>
   <translation>Wer dort antwortet, erfährt die Adresse dieses Rechners.</translation>
  </message>
  <message>
   <source>Whoever has the file can take part.</source>
   <translation>Wer die Datei hat, kann mitmachen.</translation>
  </message>
  <message>
   <source>Whoever has the link or the file and is on the same network as you.</source>
   <translation>Wer den Link oder die Datei hat und im selben Netz ist wie Sie.</translation>
  </message>
  <message>
   <source>Whoever has the link or the file. Until there is a relay, on the same network as you.</source>
   <translation>Wer den Link oder die Datei hat. Solange es kein Relais gibt, im selben Netz wie Sie.</translation>
  </message>
  <message>
   <source>Whoever leads makes up prices</source>
   <translation>Wer leitet, erfindet Preise</translation>
  </message>
  <message>
   <source>Whoever opens this is ready to lead</source>
   <translation>Wer dies öffnet, ist zum Leiten bereit</translation>
  </message>
  <message>
   <source>Whoever opens this tells of their own computer</source>
   <translation>Wer dies öffnet, meldet den eigenen Rechner</translation>
  </message>
  <message>
   <source>Whoever puts this page into another one, or opens it, is asked for this setting.</source>
   <translation>Wer diese Seite in eine andere setzt oder sie öffnet, wird nach dieser Einstellung gefragt.</translation>
  </message>
  <message>
   <source>Whoever ran it is gone. It can go on here; Spark would be installed (600 MB).</source>
   <translation>Wer ihn laufen ließ, ist fort. Er kann hier weiterlaufen; Spark würde installiert (600 MB).</translation>
  </message>
  <message>
   <source>Whole number</source>
   <translation>Ganze Zahl</translation>
  </message>
  <message>
   <source>Whom to follow</source>
   <translation>Wem gefolgt wird</translation>
  </message>
  <message>
   <source>Whom to follow in its stream …</source>
   <translation>Wem in seinem Strom gefolgt wird …</translation>
  </message>
  <message>
   <source>Width</source>
   <translation>Breite</translation>
  </message>
  <message>
   <source>Window</source>
   <translation>Fenster</translation>
  </message>
  <message>
   <source>Wire from {first} to {second}</source>
   <translation>Leitung von {first} nach {second}</translation>
  </message>
  <message>
   <source>Wire from {port}: Enter to begin, arrows for another connection</source>
   <translation>Leitung von {port}: Eingabetaste zum Beginnen, Pfeile für einen anderen Anschluss</translation>
  </message>
  <message>
   <source>wire it to a block that offers {what}</source>
   <translation>verbinden Sie ihn mit einem Baustein, der dies bietet: {what}</translation>
  </message>
  <message>
   <source>wire it to a block that uses {what}</source>
   <translation>verbinden Sie ihn mit einem Baustein, der dies nutzt: {what}</translation>
  </message>
  <message>
   <source>wired to {block} · {port}</source>
   <translation>verbunden mit {block} · {port}</translation>
  </message>
  <message>
   <source>wires</source>
   <translation>Drähte</translation>
  </message>
  <message>
   <source>Without a sandbox: the code can do what you can do</source>
   <translation>Ohne Sandbox: Der Code kann alles, was du kannst</translation>
  </message>
  <message>
   <source>Work on a copy</source>
   <translation>An einer Kopie arbeiten</translation>
  </message>
  <message>
   <source>Work on it &amp;together…</source>
   <translation>&amp;Gemeinsam daran arbeiten …</translation>
  </message>
  <message>
   <source>worked apart</source>
   <translation>getrennt bearbeitet</translation>
  </message>
  <message>
   <source>World</source>
   <translation>Welt</translation>
  </message>
  <message>
   <source>Write a message; Enter sends it</source>
   <translation>Nachricht schreiben; die Eingabetaste sendet sie</translation>
  </message>
  <message>
   <source>Write files: {what}</source>
   <translation>Dateien schreiben: {what}</translation>
  </message>
  <message>
   <source>Write here. Everyone who has this open sees it.</source>
   <translation>Schreiben Sie hier. Alle, die das offen haben, sehen es.</translation>
  </message>
  <message>
   <source>write it differently</source>
   <translation>schreiben Sie es anders</translation>
  </message>
  <message>
   <source>write it like #3366cc</source>
   <translation>so schreiben: #3366cc</translation>
  </message>
  <message>
   <source>Write its name into the query</source>
   <translation>Den Namen in die Abfrage schreiben</translation>
  </message>
  <message>
   <source>Write something for everyone</source>
   <translation>Etwas für alle schreiben</translation>
  </message>
  <message>
   <source>x, m</source>
   <translation>x, m</translation>
  </message>
  <message>
   <source>Yellow</source>
   <translation>Gelb</translation>
  </message>
  <message>
   <source>Yes</source>
   <translation>Ja</translation>
  </message>
  <message>
   <source>yes</source>
   <translation>ja</translation>
  </message>
  <message>
   <source>Yes or no</source>
   <translation>Ja oder nein</translation>
  </message>
  <message>
   <source>yes or no</source>
   <translation>ja oder nein</translation>
  </message>
  <message>
   <source>yesterday {time}</source>
   <translation>gestern {time}</translation>
  </message>
  <message>
   <source>yesterday, {clock}</source>
   <translation>gestern, {clock}</translation>
  </message>
  <message>
   <source>You</source>
   <translation>Sie</translation>
  </message>
  <message>
   <source>you</source>
   <translation>Sie</translation>
  </message>
  <message>
   <source>you ({name})</source>
   <translation>Sie ({name})</translation>
  </message>
  <message>
   <source>you are cut off from the others</source>
   <translation>Sie sind von den anderen abgeschnitten</translation>
  </message>
  <message>
   <source>You are cut off from the others. You can look; edit again when you are back.</source>
   <translation>Sie sind von den anderen abgeschnitten. Sie können zusehen; bearbeiten können Sie, wenn Sie wieder da sind.</translation>
  </message>
  <message>
   <source>You are invited</source>
   <translation>Sie sind eingeladen</translation>
  </message>
  <message>
   <source>you are the owner</source>
   <translation>es gehört Ihnen</translation>
  </message>
  <message>
   <source>You are the owner.</source>
   <translation>Es gehört dir.</translation>
  </message>
  <message>
   <source>You chose its people: add others to them, or make a new page.</source>
   <translation>Sie haben die Personen ausgewählt: Fügen Sie andere hinzu, oder machen Sie eine neue Seite.</translation>
  </message>
  <message>
   <source>You have asked</source>
   <translation>Sie haben gefragt</translation>
  </message>
  <message>
   <source>You have asked {name} to let you show something.</source>
   <translation>Sie haben {name} gebeten, Sie etwas zeigen zu lassen.</translation>
  </message>
  <message>
   <source>You have not allowed or denied anything yet.</source>
   <translation>Sie haben noch nichts erlaubt oder verboten.</translation>
  </message>
  <message>
   <source>You hold it</source>
   <translation>Sie haben es</translation>
  </message>
  <message>
   <source>You know nobody yet.</source>
   <translation>Sie kennen noch niemanden.</translation>
  </message>
  <message>
   <source>You know nobody yet. Ask somebody for their contact code, and paste it below.</source>
   <translation>Sie kennen noch niemanden. Bitten Sie jemanden um den Kontaktcode, und fügen Sie ihn unten ein.</translation>
  </message>
  <message>
   <source>You lead</source>
   <translation>Sie leiten</translation>
  </message>
  <message>
   <source>You need their contact code to know them again. What you have shared with them stays shared.</source>
   <translation>Um die Person wieder zu kennen, brauchen Sie ihren Kontaktcode. Was Sie mit ihr geteilt haben, bleibt geteilt.</translation>
  </message>
  <message>
   <source>You show {what}</source>
   <translation>Sie zeigen {what}</translation>
  </message>
  <message>
   <source>You were removed by {name}. Nothing new comes here any more.</source>
   <translation>{name} hat dich entfernt. Hier kommt nichts Neues mehr an.</translation>
  </message>
  <message>
   <source>Your colour</source>
   <translation>Ihre Farbe</translation>
  </message>
  <message>
   <source>Your contact code is on the clipboard</source>
   <translation>Ihr Kontaktcode ist in der Zwischenablage</translation>
  </message>
  <message>
   <source>Your mail program has a message with it.</source>
   <translation>Ihr Mailprogramm hat eine Nachricht damit.</translation>
  </message>
  <message>
   <source>Your message</source>
   <translation>Ihre Nachricht</translation>
  </message>
  <message>
   <source>Your name</source>
   <translation>Ihr Name</translation>
  </message>
  <message>
   <source>Your status</source>
   <translation>Ihr Status</translation>
  </message>
  <message>
   <source>z, m</source>
   <translation>z, m</translation>
  </message>
  <message>
   <source>Zone</source>
   <translation>Zone</translation>
  </message>
  <message>
   <source>Zone: {title}</source>
   <translation>Zone: {title}</translation>
  </message>
  <message>
   <source>Zoom in</source>
   <translation>Vergrößern</translation>
  </message>
  <message>
   <source>Zoom out</source>
   <translation>Verkleinern</translation>
  </message>
  <message>
   <source>{address}
Ctrl and a click open it</source>
   <translation>{address}
Strg und ein Klick öffnen es</translation>
  </message>
  <message>
   <source>{amount}; it travels along</source>
   <translation>{amount}; sie reist mit</translation>
  </message>
  <message>
   <source>{block}. Connections: {ports}</source>
   <translation>{block}. Anschlüsse: {ports}</translation>
  </message>
  <message>
   <source>{column} from {low}</source>
   <translation>{column} ab {low}</translation>
  </message>
  <message>
   <source>{column} from {low} to {high}</source>
   <translation>{column} von {low} bis {high}</translation>
  </message>
  <message>
   <source>{column} has “{text}”</source>
   <translation>{column} enthält „{text}“</translation>
  </message>
  <message>
   <source>{column} is {values}</source>
   <translation>{column} ist {values}</translation>
  </message>
  <message>
   <source>{column} up to {high}</source>
   <translation>{column} bis {high}</translation>
  </message>
  <message>
   <source>{column}: everything</source>
   <translation>{column}: alles</translation>
  </message>
  <message>
   <source>{column}: the last {time}</source>
   <translation>{column}: die letzten {time}</translation>
  </message>
  <message>
   <source>{count} are here</source>
   <translation>{count} sind da</translation>
  </message>
  <message>
   <source>{count} blocks</source>
   <translation>{count} Bausteine</translation>
  </message>
  <message>
   <source>{count} blocks stand elsewhere or look different</source>
   <translation>{count} Bausteine stehen woanders oder sehen anders aus</translation>
  </message>
  <message>
   <source>{count} characters</source>
   <translation>{count} Zeichen</translation>
  </message>
  <message>
   <source>{count} days</source>
   <translation>{count} Tage</translation>
  </message>
  <message>
   <source>{count} documents, {size} of at most {limit}</source>
   <translation>{count} Dokumente, {size} von höchstens {limit}</translation>
  </message>
  <message>
   <source>{count} further settings</source>
   <translation>{count} weitere Einstellungen</translation>
  </message>
  <message>
   <source>{count} here with you</source>
   <translation>{count} mit Ihnen hier</translation>
  </message>
  <message>
   <source>{count} hours</source>
   <translation>{count} Stunden</translation>
  </message>
  <message>
   <source>{count} items</source>
   <translation>{count} Einträge</translation>
  </message>
  <message>
   <source>{count} minutes</source>
   <translation>{count} Minuten</translation>
  </message>
  <message>
   <source>{count} more</source>
   <translation>{count} weitere</translation>
  </message>
  <message>
   <source>{count} move</source>
   <translation>{count} in Bewegung</translation>
  </message>
  <message>
   <source>{count} moving</source>
   <translation>{count} in Bewegung</translation>
  </message>
  <message>
   <source>{count} parts</source>
   <translation>{count} Teile</translation>
  </message>
  <message>
   <source>{count} parts work only on this computer.</source>
   <translation>{count} Teile funktionieren nur auf diesem Computer.</translation>
  </message>
  <message>
   <source>{count} problems</source>
   <translation>{count} Probleme</translation>
  </message>
  <message>
   <source>{count} rows</source>
   <translation>{count} Zeilen</translation>
  </message>
  <message>
   <source>{count} seconds</source>
   <translation>{count} Sekunden</translation>
  </message>
  <message>
   <source>{count} shapes chosen</source>
   <translation>{count} Formen gewählt</translation>
  </message>
  <message>
   <source>{count} symbols, each on a channel of its own</source>
   <translation>{count} Papiere, jedes auf einem eigenen Kanal</translation>
  </message>
  <message>
   <source>{count} take part</source>
   <translation>{count} nehmen teil</translation>
  </message>
  <message>
   <source>{count} things are selected</source>
   <translation>{count} Dinge sind ausgewählt</translation>
  </message>
  <message>
   <source>{count} wait</source>
   <translation>{count} warten</translation>
  </message>
  <message>
   <source>{count} wait for it</source>
   <translation>{count} warten darauf</translation>
  </message>
  <message>
   <source>{count} wires</source>
   <translation>{count} Leitungen</translation>
  </message>
  <message>
   <source>{count} words</source>
   <translation>{count} Wörter</translation>
  </message>
  <message>
   <source>{done} of {all} done</source>
   <translation>{done} von {all} erledigt</translation>
  </message>
  <message>
   <source>{here} of {total}</source>
   <translation>{here} von {total}</translation>
  </message>
  <message>
   <source>{label} is missing</source>
   <translation>{label} fehlt</translation>
  </message>
  <message>
   <source>{minutes} minutes ago</source>
   <translation>vor {minutes} Minuten</translation>
  </message>
  <message>
   <source>{names} are writing …</source>
   <translation>{names} schreiben …</translation>
  </message>
  <message>
   <source>{name} (you)</source>
   <translation>{name} (Sie)</translation>
  </message>
  <message>
   <source>{name} ({id} version {version} or later) is not installed here; install the library that has it, or ask whoever sent the file for it</source>
   <translation>{name} ({id}, ab Version {version}) ist hier nicht installiert; die Bibliothek damit installieren, oder den Absender der Datei fragen</translation>
  </message>
  <message>
   <source>{name} ({id}) is not installed here; install the library that has it, or ask whoever sent the file for it</source>
   <translation>{name} ({id}) ist hier nicht installiert; die Bibliothek damit installieren, oder den Absender der Datei fragen</translation>
  </message>
  <message>
   <source>{name} accepts it</source>
   <translation>{name} nimmt es an</translation>
  </message>
  <message>
   <source>{name} accepts only {what}</source>
   <translation>{name} nimmt nur an: {what}</translation>
  </message>
  <message>
   <source>{name} accepts {what}</source>
   <translation>{name} nimmt an: {what}</translation>
  </message>
  <message>
   <source>{name} allows only {what}</source>
   <translation>{name} erlaubt nur: {what}</translation>
  </message>
  <message>
   <source>{name} and {other} are too entangled to compare</source>
   <translation>{name} und {other} sind zum Vergleichen zu verschlungen</translation>
  </message>
  <message>
   <source>{name} and {other} do not fit: {what}</source>
   <translation>{name} und {other} passen nicht zusammen: {what}</translation>
  </message>
  <message>
   <source>{name} brings the prices</source>
   <translation>{name} bringt die Preise</translation>
  </message>
  <message>
   <source>{name} cannot be connected to {other}, because it is {what}</source>
   <translation>{name} kann nicht mit {other} verbunden werden: {what}</translation>
  </message>
  <message>
   <source>{name} cannot be fetched: {what}</source>
   <translation>{name} kann nicht geholt werden: {what}</translation>
  </message>
  <message>
   <source>{name} cannot be moved to the trash.</source>
   <translation>{name} kann nicht in den Papierkorb verschoben werden.</translation>
  </message>
  <message>
   <source>{name} cannot be seen in a space: bring pictures, glTF models or objects.</source>
   <translation>{name} ist in einem Raum nicht zu sehen: bringen Sie Bilder, glTF-Modelle oder Objekte.</translation>
  </message>
  <message>
   <source>{name} cannot be written: {why}</source>
   <translation>{name} kann nicht geschrieben werden: {why}</translation>
  </message>
  <message>
   <source>{name} does not accept it</source>
   <translation>{name} nimmt es nicht an</translation>
  </message>
  <message>
   <source>{name} does not accept {what}</source>
   <translation>{name} nimmt {what} nicht an</translation>
  </message>
  <message>
   <source>{name} does not allow {what}</source>
   <translation>{name} erlaubt {what} nicht</translation>
  </message>
  <message>
   <source>{name} does not have it</source>
   <translation>{name} hat es nicht</translation>
  </message>
  <message>
   <source>{name} does not have {what}</source>
   <translation>{name} hat {what} nicht</translation>
  </message>
  <message>
   <source>{name} does not send it</source>
   <translation>{name} sendet es nicht</translation>
  </message>
  <message>
   <source>{name} does not send {what}</source>
   <translation>{name} sendet kein {what}</translation>
  </message>
  <message>
   <source>{name} draws {what}</source>
   <translation>{name} zeichnet: {what}</translation>
  </message>
  <message>
   <source>{name} follows these coordinates.</source>
   <translation>{name} folgt diesen Koordinaten.</translation>
  </message>
  <message>
   <source>{name} has a picture of it now; a click on that opens it.</source>
   <translation>{name} hat jetzt ein Bild davon; ein Klick darauf öffnet es.</translation>
  </message>
  <message>
   <source>{name} has a wire already</source>
   <translation>{name} hat schon eine Leitung</translation>
  </message>
  <message>
   <source>{name} has failed: {why}</source>
   <translation>{name} ist ausgefallen: {why}</translation>
  </message>
  <message>
   <source>{name} has it</source>
   <translation>{name} hat es</translation>
  </message>
  <message>
   <source>{name} has more than {number} MB</source>
   <translation>{name} hat mehr als {number} MB</translation>
  </message>
  <message>
   <source>{name} has no connection {port}; there are {ports}</source>
   <translation>{name} hat keinen Anschluss {port}; es gibt {ports}</translation>
  </message>
  <message>
   <source>{name} has no setting {parameter}; there are {parameters}</source>
   <translation>{name} hat keine Einstellung {parameter}; es gibt {parameters}</translation>
  </message>
  <message>
   <source>{name} has no view that could be placed in a space: it works without being seen.</source>
   <translation>{name} hat keine Ansicht, die in einem Raum stehen könnte: es arbeitet ungesehen.</translation>
  </message>
  <message>
   <source>{name} has not let you in. Ask them to admit you.</source>
   <translation>{name} hat dich nicht eingelassen. Bitte darum, zugelassen zu werden.</translation>
  </message>
  <message>
   <source>{name} has stopped.</source>
   <translation>{name} hat aufgehört.</translation>
  </message>
  <message>
   <source>{name} has {what}</source>
   <translation>{name} hat: {what}</translation>
  </message>
  <message>
   <source>{name} holds it</source>
   <translation>{name} hat es</translation>
  </message>
  <message>
   <source>{name} is a connection of the page itself</source>
   <translation>{name} ist ein Anschluss der Seite selbst</translation>
  </message>
  <message>
   <source>{name} is a template and must first be given {parameters}</source>
   <translation>{name} ist eine Vorlage; erst ist zu wählen: {parameters}</translation>
  </message>
  <message>
   <source>{name} is already shown outside as {other}</source>
   <translation>{name} wird schon außen als {other} gezeigt</translation>
  </message>
  <message>
   <source>{name} is already wired to {other}</source>
   <translation>{name} ist schon mit {other} verbunden</translation>
  </message>
  <message>
   <source>{name} is being read …</source>
   <translation>{name} wird gelesen …</translation>
  </message>
  <message>
   <source>{name} is gone</source>
   <translation>{name} ist weg</translation>
  </message>
  <message>
   <source>{name} is gone, and with them what they showed.</source>
   <translation>{name} ist fort, und damit auch, was gezeigt wurde.</translation>
  </message>
  <message>
   <source>{name} is live.</source>
   <translation>{name} lebt.</translation>
  </message>
  <message>
   <source>{name} is locked.</source>
   <translation>{name} ist gesperrt.</translation>
  </message>
  <message>
   <source>{name} is new</source>
   <translation>{name} ist neu</translation>
  </message>
  <message>
   <source>{name} is not a colour</source>
   <translation>{name} ist keine Farbe</translation>
  </message>
  <message>
   <source>{name} is not a file</source>
   <translation>{name} ist keine Datei</translation>
  </message>
  <message>
   <source>{name} is not a template, so it takes no arguments</source>
   <translation>{name} ist keine Vorlage und hat daher keine Einstellungen</translation>
  </message>
  <message>
   <source>{name} is not a {type}: {what}</source>
   <translation>{name} ist kein {type}: {what}</translation>
  </message>
  <message>
   <source>{name} is not given its setting {parameter}</source>
   <translation>{name} fehlt die Einstellung {parameter}</translation>
  </message>
  <message>
   <source>{name} is not on this page</source>
   <translation>{name} ist nicht auf dieser Seite</translation>
  </message>
  <message>
   <source>{name} is not on this page any more</source>
   <translation>{name} ist nicht mehr auf dieser Seite</translation>
  </message>
  <message>
   <source>{name} is not the name of a connection</source>
   <translation>{name} ist kein Name für einen Anschluss</translation>
  </message>
  <message>
   <source>{name} is not there any more</source>
   <translation>{name} gibt es nicht mehr</translation>
  </message>
  <message>
   <source>{name} is open elsewhere: {why}</source>
   <translation>{name} ist anderswo geöffnet: {why}</translation>
  </message>
  <message>
   <source>{name} is set to {what}</source>
   <translation>{name} stellt sich ein: {what}</translation>
  </message>
  <message>
   <source>{name} is something else</source>
   <translation>{name} ist etwas anderes</translation>
  </message>
  <message>
   <source>{name} is the owner</source>
   <translation>es gehört {name}</translation>
  </message>
  <message>
   <source>{name} is the owner, and can remove others.</source>
   <translation>Es gehört {name}; sie oder er kann andere entfernen.</translation>
  </message>
  <message>
   <source>{name} is too large to travel in the file: others see where it lies</source>
   <translation>{name} ist zu groß, um in der Datei mitzureisen: andere sehen, wo es liegt</translation>
  </message>
  <message>
   <source>{name} is writing …</source>
   <translation>{name} schreibt …</translation>
  </message>
  <message>
   <source>{name} leads</source>
   <translation>{name} leitet</translation>
  </message>
  <message>
   <source>{name} needs nothing about {what}</source>
   <translation>{name} braucht nichts über {what}</translation>
  </message>
  <message>
   <source>{name} needs only {what}</source>
   <translation>{name} braucht nur {what}</translation>
  </message>
  <message>
   <source>{name} needs {what}</source>
   <translation>{name} braucht {what}</translation>
  </message>
  <message>
   <source>{name} needs {what}, and is neither connected nor exported</source>
   <translation>{name} braucht {what}, und ist weder verbunden noch außen gezeigt</translation>
  </message>
  <message>
   <source>{name} only promises {what}</source>
   <translation>{name} verspricht nur {what}</translation>
  </message>
  <message>
   <source>{name} pressed it last, {time}</source>
   <translation>Zuletzt hat {name} gedrückt, {time}</translation>
  </message>
  <message>
   <source>{name} promises nothing about cardinality</source>
   <translation>{name} verspricht nichts über Anzahlen</translation>
  </message>
  <message>
   <source>{name} promises nothing about merge</source>
   <translation>{name} verspricht nichts über gleichzeitige Änderungen</translation>
  </message>
  <message>
   <source>{name} promises nothing about precedence</source>
   <translation>{name} verspricht nichts über Reihenfolgen</translation>
  </message>
  <message>
   <source>{name} promises nothing about reliability</source>
   <translation>{name} verspricht nichts über Zuverlässigkeit</translation>
  </message>
  <message>
   <source>{name} promises nothing about security</source>
   <translation>{name} verspricht nichts über Sicherheit</translation>
  </message>
  <message>
   <source>{name} promises nothing about timing</source>
   <translation>{name} verspricht nichts über Zeiten</translation>
  </message>
  <message>
   <source>{name} promises nothing about {what}</source>
   <translation>{name} verspricht nichts über {what}</translation>
  </message>
  <message>
   <source>{name} promises {what}</source>
   <translation>{name} verspricht {what}</translation>
  </message>
  <message>
   <source>{name} records {what}</source>
   <translation>{name} zeichnet auf: {what}</translation>
  </message>
  <message>
   <source>{name} says {what}</source>
   <translation>In {name} steht: {what}</translation>
  </message>
  <message>
   <source>{name} sends it</source>
   <translation>{name} sendet es</translation>
  </message>
  <message>
   <source>{name} sends only {what}</source>
   <translation>{name} sendet nur: {what}</translation>
  </message>
  <message>
   <source>{name} sends {what}</source>
   <translation>{name} sendet: {what}</translation>
  </message>
  <message>
   <source>{name} shows {what}</source>
   <translation>{name} zeigt: {what}</translation>
  </message>
  <message>
   <source>{name} stands elsewhere or looks different</source>
   <translation>{name} steht woanders oder sieht anders aus</translation>
  </message>
  <message>
   <source>{name} stands for a block</source>
   <translation>{name} steht für einen Baustein</translation>
  </message>
  <message>
   <source>{name} stays on this computer: it is shown from here when the page is live, after a question</source>
   <translation>{name} bleibt auf diesem Rechner: es wird von hier gezeigt, wenn die Seite live ist, nach einer Frage</translation>
  </message>
  <message>
   <source>{name} tells {what}</source>
   <translation>{name} meldet: {what}</translation>
  </message>
  <message>
   <source>{name} took note at {time}</source>
   <translation>{name} hat es um {time} zur Kenntnis genommen</translation>
  </message>
  <message>
   <source>{name} touched it last</source>
   <translation>zuletzt von {name} bedient</translation>
  </message>
  <message>
   <source>{name} was changed by somebody else</source>
   <translation>{name} wurde von jemand anderem geändert</translation>
  </message>
  <message>
   <source>{name} was made smaller ({width} × {height}) to travel in the file; drop the original on the running picture to share all of it</source>
   <translation>{name} wurde verkleinert ({width} × {height}), um in der Datei mitzureisen; legen Sie das Original auf das laufende Bild, um es ganz zu teilen</translation>
  </message>
  <message>
   <source>{name} was written.</source>
   <translation>{name} wurde geschrieben.</translation>
  </message>
  <message>
   <source>{name} wears it.</source>
   <translation>{name} trägt es.</translation>
  </message>
  <message>
   <source>{name} would like to show something.</source>
   <translation>{name} möchte etwas zeigen.</translation>
  </message>
  <message>
   <source>{name} wrote this at {when}</source>
   <translation>{name} hat das um {when} geschrieben</translation>
  </message>
  <message>
   <source>{name} wrote: {value}</source>
   <translation>{name} schrieb: {value}</translation>
  </message>
  <message>
   <source>{name}, locked</source>
   <translation>{name}, gesperrt</translation>
  </message>
  <message>
   <source>{name}: somebody else was faster, so this was not done</source>
   <translation>{name}: jemand anderes war schneller, daher wurde es nicht getan</translation>
  </message>
  <message>
   <source>{number} more</source>
   <translation>{number} weitere</translation>
  </message>
  <message>
   <source>{number} of {count}</source>
   <translation>{number} von {count}</translation>
  </message>
  <message>
   <source>{number} rows</source>
   <translation>{number} Zeilen</translation>
  </message>
  <message>
   <source>{number} rows · {seconds} s</source>
   <translation>{number} Zeilen · {seconds} s</translation>
  </message>
  <message>
   <source>{number} things chosen</source>
   <translation>{number} Dinge ausgewählt</translation>
  </message>
  <message>
   <source>{number} things stand in it.</source>
   <translation>{number} Dinge stehen darin.</translation>
  </message>
  <message>
   <source>{parameter} of {name} was {what} and is {words}</source>
   <translation>{parameter} von {name} war {what} und ist {words}</translation>
  </message>
  <message>
   <source>{port} of {name} and {other} of {second} both need {what}</source>
   <translation>{port} von {name} und {other} von {second} brauchen beide: {what}</translation>
  </message>
  <message>
   <source>{port} of {name} and {other} of {second} both offer {what}</source>
   <translation>{port} von {name} und {other} von {second} bieten beide: {what}</translation>
  </message>
  <message>
   <source>{port} of {name} is {what}, and {other} of {second} is {words}</source>
   <translation>{port} von {name} ist {what}, und {other} von {second} ist {words}</translation>
  </message>
  <message>
   <source>{rate} frames/s, {bits} kbit/s</source>
   <translation>{rate} Bilder/s, {bits} kbit/s</translation>
  </message>
  <message>
   <source>{text} (unknown here)</source>
   <translation>{text} (hier unbekannt)</translation>
  </message>
  <message>
   <source>{time}  raised at {value}</source>
   <translation>{time}  Alarm bei {value}</translation>
  </message>
  <message>
   <source>{time}  well again at {value}</source>
   <translation>{time}  wieder gut bei {value}</translation>
  </message>
  <message>
   <source>{time}  {name} took note</source>
   <translation>{time}  {name} hat es zur Kenntnis genommen</translation>
  </message>
  <message>
   <source>{time} (now)</source>
   <translation>{time} (jetzt)</translation>
  </message>
  <message>
   <source>{time}, rewritten</source>
   <translation>{time}, geändert</translation>
  </message>
  <message>
   <source>{title} – Live Objects</source>
   <translation>{title} – Live Objects</translation>
  </message>
  <message>
   <source>{value} rows came too late</source>
   <translation>{value} Zeilen kamen zu spät</translation>
  </message>
  <message>
   <source>{value} rows in memory</source>
   <translation>{value} Zeilen im Speicher</translation>
  </message>
  <message>
   <source>{value} rows/s in</source>
   <translation>{value} Zeilen/s herein</translation>
  </message>
  <message>
   <source>{value} rows/s out</source>
   <translation>{value} Zeilen/s hinaus</translation>
  </message>
  <message>
   <source>{value} s for a batch</source>
   <translation>{value} s für ein Stück</translation>
  </message>
  <message>
   <source>{value} s from event to screen</source>
   <translation>{value} s vom Ereignis zum Bildschirm</translation>
  </message>
  <message>
   <source>{value}: {rule}</source>
   <translation>{value}: {rule}</translation>
  </message>
  <message>
   <source>{what} adds one to {name}</source>
   <translation>{what} erhöht {name} um eins</translation>
  </message>
  <message>
   <source>{what} is added to {name}</source>
   <translation>{what} kommt zu {name} dazu</translation>
  </message>
  <message>
   <source>{what} is marked on {name}</source>
   <translation>Auf {name} wird markiert: {what}</translation>
  </message>
  <message>
   <source>{what} is posted in {name}</source>
   <translation>In {name} erscheint: {what}</translation>
  </message>
  <message>
   <source>{what} is written at the end of {name}</source>
   <translation>Ans Ende von {name} kommt: {what}</translation>
  </message>
  <message>
   <source>{what} moves {name} to the other side</source>
   <translation>{name} wechselt die Seite durch: {what}</translation>
  </message>
  <message>
   <source>{what} starts {name}</source>
   <translation>{name} startet durch: {what}</translation>
  </message>
  <message>
   <source>{what} stops {name}</source>
   <translation>{name} hält an durch: {what}</translation>
  </message>
  <message>
   <source>{width} × {height}</source>
   <translation>{width} × {height}</translation>
  </message>
  <message>
   <source>{words} of</source>
   <translation>{words} von</translation>
  </message>
  <message>
   <source>{words} words · {characters} characters</source>
   <translation>{words} Wörter · {characters} Zeichen</translation>
  </message>
  <message>
   <source>“{label}” must be chosen.</source>
   <translation>„{label}“ muss gewählt werden.</translation>
  </message>
  <message>
   <source>“{name}”</source>
   <translation>„{name}“</translation>
  </message>
  <message>
   <source>“{name}” had changes that were not saved when the program ended ({time}).</source>
   <translation>„{name}“ hatte ungespeicherte Änderungen, als das Programm endete ({time}).</translation>
  </message>
  <message>
   <source>“{name}” is copied.</source>
   <translation>„{name}“ ist kopiert.</translation>
  </message>
  <message>
   <source>“{name}” is not there</source>
   <translation>„{name}“ ist nicht da</translation>
  </message>
  <message>
   <source>“{text}” is not {wanted}</source>
   <translation>„{text}“ ist nicht {wanted}</translation>
  </message>
 </context>
</TS>
