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
   <source>&amp;Allow</source>
   <translation>&amp;Erlauben</translation>
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
   <source>&amp;Close</source>
   <translation>S&amp;chließen</translation>
  </message>
  <message>
   <source>&amp;Close the sheet</source>
   <translation>Blatt s&amp;chließen</translation>
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
   <source>&amp;Copy</source>
   <translation>&amp;Kopieren</translation>
  </message>
  <message>
   <source>&amp;Copy to the clipboard</source>
   <translation>In die &amp;Zwischenablage kopieren</translation>
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
   <source>&amp;Edit</source>
   <translation>&amp;Bearbeiten</translation>
  </message>
  <message>
   <source>&amp;File</source>
   <translation>&amp;Datei</translation>
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
   <source>&amp;Help</source>
   <translation>&amp;Hilfe</translation>
  </message>
  <message>
   <source>&amp;Insert</source>
   <translation>&amp;Einfügen</translation>
  </message>
  <message>
   <source>&amp;Language</source>
   <translation>&amp;Sprache</translation>
  </message>
  <message>
   <source>&amp;More</source>
   <translation>&amp;Mehr</translation>
  </message>
  <message>
   <source>&amp;New sheet</source>
   <translation>&amp;Neues Blatt</translation>
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
   <source>&amp;Run</source>
   <translation>&amp;Ausführen</translation>
  </message>
  <message>
   <source>&amp;Save</source>
   <translation>&amp;Speichern</translation>
  </message>
  <message>
   <source>&amp;Save a copy…</source>
   <translation>&amp;Kopie speichern …</translation>
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
   <source>&amp;Text</source>
   <translation>&amp;Text</translation>
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
   <source>&amp;Your name…</source>
   <translation>Ihr &amp;Name …</translation>
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
   <source>A button that everyone can press; each press reaches all, with who it was and when.</source>
   <translation>Ein Taster, den alle drücken können; jeder Druck erreicht alle, mit wem und wann.</translation>
  </message>
  <message>
   <source>A button that everyone can press; each press reaches all.</source>
   <translation>Ein Taster, den alle drücken können; jeder Druck erreicht alle.</translation>
  </message>
  <message>
   <source>a channel</source>
   <translation>ein Kanal</translation>
  </message>
  <message>
   <source>A channel whose local details each node keeps in its registry, so that this reference is the same everywhere.</source>
   <translation>Ein Kanal, dessen örtliche Einzelheiten jeder Rechner in seinem Verzeichnis hält, sodass dieser Verweis überall derselbe ist.</translation>
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
   <source>A few words from you</source>
   <translation>Ein paar Worte von Ihnen</translation>
  </message>
  <message>
   <source>A file of data cannot feed a sheet yet</source>
   <translation>Eine Datendatei kann noch kein Blatt speisen</translation>
  </message>
  <message>
   <source>A film cannot stand on a sheet yet</source>
   <translation>Ein Film kann noch nicht auf einem Blatt stehen</translation>
  </message>
  <message>
   <source>a folder of objects</source>
   <translation>ein Ordner von Objekten</translation>
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
   <source>a kind of object</source>
   <translation>eine Art von Objekt</translation>
  </message>
  <message>
   <source>a kind of port</source>
   <translation>eine Art von Anschluss</translation>
  </message>
  <message>
   <source>a kind of values</source>
   <translation>eine Art von Werten</translation>
  </message>
  <message>
   <source>A line for each</source>
   <translation>Eine Linie für jeden</translation>
  </message>
  <message>
   <source>A line of text that everyone who opens it sees and changes, over a channel that recovers what a lossy network loses.</source>
   <translation>Eine Zeile Text, die alle sehen und ändern, die sie öffnen, über einen Kanal, der zurückholt, was ein verlustreiches Netz verliert.</translation>
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
   <source>A list that everyone adds to, sorts and strikes off together.</source>
   <translation>Eine Liste, die alle gemeinsam ergänzen, ordnen und abstreichen.</translation>
  </message>
  <message>
   <source>A local channel that gives newcomers everything from the start; its memory ends with its last user.</source>
   <translation>Ein lokaler Kanal, der allen, die dazukommen, alles von Anfang an gibt; er vergisst, wenn der Letzte geht.</translation>
  </message>
  <message>
   <source>A note in which everyone types at once; you see who is there, and undo only what is yours.</source>
   <translation>Eine Notiz, in der alle zugleich schreiben; man sieht, wer da ist, und nimmt nur Eigenes zurück.</translation>
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
   <source>A page without end on which everyone puts live objects, texts, pictures and files, and moves them.</source>
   <translation>Eine Seite ohne Ende, auf die alle lebende Objekte, Texte, Bilder und Dateien legen und sie verschieben.</translation>
  </message>
  <message>
   <source>A page without end: drop live objects, pictures, files and texts on it; everyone sees and moves them.</source>
   <translation>Eine Seite ohne Ende: legen Sie lebende Objekte, Bilder, Dateien und Texte darauf; alle sehen und verschieben sie.</translation>
  </message>
  <message>
   <source>A picture cannot stand on a sheet yet</source>
   <translation>Ein Bild kann noch nicht auf einem Blatt stehen</translation>
  </message>
  <message>
   <source>a port cannot be wired to itself</source>
   <translation>ein Anschluss kann nicht mit sich selbst verbunden werden</translation>
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
   <source>A second viewer is another program, as on another computer. Both show the same.</source>
   <translation>Ein zweites Fenster ist ein eigenes Programm, wie auf einem anderen Rechner. Beide zeigen dasselbe.</translation>
  </message>
  <message>
   <source>A second viewer opens in a process of its own.</source>
   <translation>Ein zweites Fenster öffnet sich in einem eigenen Prozess.</translation>
  </message>
  <message>
   <source>a shared sheet is not in a file</source>
   <translation>ein gemeinsames Blatt ist in keiner Datei</translation>
  </message>
  <message>
   <source>A sheet</source>
   <translation>Ein Blatt</translation>
  </message>
  <message>
   <source>a sheet has no parameters yet</source>
   <translation>ein Blatt hat noch keine Parameter</translation>
  </message>
  <message>
   <source>A sheet that several people edit at once; everyone sees the others' pointers, and undoes their own.</source>
   <translation>Ein Blatt, das mehrere zugleich bearbeiten; alle sehen die Zeiger der anderen und nehmen Eigenes zurück.</translation>
  </message>
  <message>
   <source>a table</source>
   <translation>eine Tabelle</translation>
  </message>
  <message>
   <source>a table of rows</source>
   <translation>eine Tabelle</translation>
  </message>
  <message>
   <source>a table with {what}</source>
   <translation>eine Tabelle mit {what}</translation>
  </message>
  <message>
   <source>a template cannot stand on a sheet by itself</source>
   <translation>eine Vorlage kann nicht für sich auf einem Blatt stehen</translation>
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
   <source>a type inside mentions {name}</source>
   <translation>eine Art darin nennt {name}</translation>
  </message>
  <message>
   <source>A type of objects is needed here.</source>
   <translation>Hier wird eine Art von Objekten gebraucht.</translation>
  </message>
  <message>
   <source>A type of ports is needed here.</source>
   <translation>Hier wird eine Art von Anschlüssen gebraucht.</translation>
  </message>
  <message>
   <source>A type of values is needed here, such as text or int.</source>
   <translation>Hier wird eine Art von Werten gebraucht, etwa text oder int.</translation>
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
   <source>a wire needs one that offers it and one that uses it</source>
   <translation>eine Leitung braucht eine Seite, die es anbietet, und eine, die es nutzt</translation>
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
   <source>about who takes part</source>
   <translation>dafür da, wer teilnimmt</translation>
  </message>
  <message>
   <source>Actual size</source>
   <translation>Tatsächliche Größe</translation>
  </message>
  <message>
   <source>Add a note</source>
   <translation>Notiz hinzufügen</translation>
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
   <source>Added {name}</source>
   <translation>{name} hinzugefügt</translation>
  </message>
  <message>
   <source>Adds a shared text, and these words as a note</source>
   <translation>Fügt einen gemeinsamen Text hinzu und diese Worte als Notiz</translation>
  </message>
  <message>
   <source>Adds it to the sheet</source>
   <translation>Fügt es dem Blatt hinzu</translation>
  </message>
  <message>
   <source>Adds {names}</source>
   <translation>Fügt {names} hinzu</translation>
  </message>
  <message>
   <source>Add…</source>
   <translation>Hinzufügen …</translation>
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
   <source>An adapter can mend this: let go to see it.</source>
   <translation>Ein Adapter kann das richten: loslassen, um ihn zu sehen.</translation>
  </message>
  <message>
   <source>an edit holds edits that hold edits, too deep</source>
   <translation>eine Änderung enthält zu tief verschachtelte Änderungen</translation>
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
   <source>An object from a library that is downloaded from an address, checked against its digest, and run only with consent.</source>
   <translation>Ein Objekt aus einer Bibliothek, die von einer Adresse geladen, an ihrer Prüfsumme erkannt und nur mit Zustimmung ausgeführt wird.</translation>
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
   <source>an object with the port {ports}</source>
   <translation>ein Objekt mit dem Anschluss {ports}</translation>
  </message>
  <message>
   <source>an object with the ports {ports}</source>
   <translation>ein Objekt mit den Anschlüssen {ports}</translation>
  </message>
  <message>
   <source>an object with {what}</source>
   <translation>ein Objekt mit {what}</translation>
  </message>
  <message>
   <source>an port to connect to</source>
   <translation>ein Anschluss zum Verbinden</translation>
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
   <source>any</source>
   <translation>irgendeiner</translation>
  </message>
  <message>
   <source>any object</source>
   <translation>irgendein Objekt</translation>
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
   <source>As a picture (PNG) …</source>
   <translation>Als Bild (PNG) …</translation>
  </message>
  <message>
   <source>As rows (CSV) …</source>
   <translation>Als Zeilen (CSV) …</translation>
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
   <source>authentication (the sender of each event is known for certain)</source>
   <translation>Gewissheit über den Absender</translation>
  </message>
  <message>
   <source>authorization by the key '{key}' (only those it admits can send)</source>
   <translation>Zulassung durch den Schlüssel '{key}' (nur wer zugelassen ist, kann senden)</translation>
  </message>
  <message>
   <source>Away</source>
   <translation>Nicht da</translation>
  </message>
  <message>
   <source>Back to the sheet around</source>
   <translation>Zurück zum Blatt ringsum</translation>
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
   <source>Be &amp;ready to lead</source>
   <translation>Zum &amp;Leiten bereit sein</translation>
  </message>
  <message>
   <source>Before it can run</source>
   <translation>Bevor es laufen kann</translation>
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
   <source>Bring this version back</source>
   <translation>Diese Fassung zurückholen</translation>
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
   <source>cannot be read</source>
   <translation>nicht lesbar</translation>
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
   <source>Catching up with what the others did …</source>
   <translation>Holt nach, was die anderen getan haben …</translation>
  </message>
  <message>
   <source>causal order (no event arrives before one that led to it)</source>
   <translation>ursächliche Reihenfolge (nichts kommt vor dem an, was dazu geführt hat)</translation>
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
   <source>Checkpointed channel</source>
   <translation>Kanal mit Stand</translation>
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
   <source>choose a block with a sheet inside</source>
   <translation>einen Baustein mit einem Blatt darin wählen</translation>
  </message>
  <message>
   <source>Choose a file…</source>
   <translation>Datei wählen …</translation>
  </message>
  <message>
   <source>Choose a folder…</source>
   <translation>Ordner wählen …</translation>
  </message>
  <message>
   <source>Choose all</source>
   <translation>Alles auswählen</translation>
  </message>
  <message>
   <source>choose another name</source>
   <translation>einen anderen Namen wählen</translation>
  </message>
  <message>
   <source>choose another one</source>
   <translation>etwas anderes wählen</translation>
  </message>
  <message>
   <source>choose another place</source>
   <translation>einen anderen Ort wählen</translation>
  </message>
  <message>
   <source>choose another port</source>
   <translation>einen anderen Anschluss wählen</translation>
  </message>
  <message>
   <source>choose another sheet</source>
   <translation>ein anderes Blatt wählen</translation>
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
   <source>Chosen outside of the sheet, as {name}</source>
   <translation>Wird außerhalb des Blattes gewählt, als {name}</translation>
  </message>
  <message>
   <source>Clear</source>
   <translation>Leeren</translation>
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
   <source>Close this message</source>
   <translation>Diese Meldung schließen</translation>
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
   <source>Column that goes to the right</source>
   <translation>Spalte nach rechts</translation>
  </message>
  <message>
   <source>Column that goes to the right; empty: chosen by itself</source>
   <translation>Spalte nach rechts; leer: von selbst gewählt</translation>
  </message>
  <message>
   <source>Column with a line for each of its values</source>
   <translation>Spalte mit einer Linie für jeden ihrer Werte</translation>
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
   <source>comes</source>
   <translation>kommt</translation>
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
   <source>connected to {name}</source>
   <translation>schon mit {name} verbunden</translation>
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
   <source>copy it again</source>
   <translation>noch einmal kopieren</translation>
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
   <source>Copy what you typed</source>
   <translation>Kopieren, was Sie geschrieben haben</translation>
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
   <source>Cut off from the others: you can read; what you would change waits.</source>
   <translation>Von den anderen abgeschnitten: Lesen geht, Änderungen warten.</translation>
  </message>
  <message>
   <source>Dark</source>
   <translation>Dunkel</translation>
  </message>
  <message>
   <source>Data and feeds</source>
   <translation>Daten und Ströme</translation>
  </message>
  <message>
   <source>Date and time</source>
   <translation>Datum und Uhrzeit</translation>
  </message>
  <message>
   <source>Delete</source>
   <translation>Löschen</translation>
  </message>
  <message>
   <source>Design sheet</source>
   <translation>Entwurfsblatt</translation>
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
   <source>Disconnect {first} and {second}</source>
   <translation>{first} und {second} trennen</translation>
  </message>
  <message>
   <source>Disk</source>
   <translation>Platte</translation>
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
   <source>Drag an object from the palette onto the sheet, or double-click the sheet to add one.</source>
   <translation>Ziehen Sie ein Objekt aus der Palette auf das Blatt, oder doppelklicken Sie auf das Blatt, um eines hinzuzufügen.</translation>
  </message>
  <message>
   <source>Drag something from the left onto this sheet</source>
   <translation>Ziehen Sie etwas von links auf dieses Blatt</translation>
  </message>
  <message>
   <source>Drag this to a folder, a message or another window</source>
   <translation>In einen Ordner, eine Nachricht oder ein anderes Fenster ziehen</translation>
  </message>
  <message>
   <source>Drag “Shared text” from the palette on the left onto the sheet, or let me do it.</source>
   <translation>Ziehen Sie „Gemeinsamer Text“ aus der Palette links auf das Blatt, oder lassen Sie es mich tun.</translation>
  </message>
  <message>
   <source>Draw a wire</source>
   <translation>Leitung ziehen</translation>
  </message>
  <message>
   <source>draw it again</source>
   <translation>neu zeichnen</translation>
  </message>
  <message>
   <source>Draws what a channel brings: lines, areas, bars, points, a histogram or a heat map.</source>
   <translation>Zeichnet, was ein Kanal bringt: Linien, Flächen, Balken, Punkte, ein Histogramm oder eine Wärmekarte.</translation>
  </message>
  <message>
   <source>drop an object here</source>
   <translation>Objekt hier ablegen</translation>
  </message>
  <message>
   <source>Drop it here</source>
   <translation>Hier ablegen</translation>
  </message>
  <message>
   <source>Drop objects, pictures, files or text anywhere.</source>
   <translation>Legen Sie Objekte, Bilder, Dateien oder Text irgendwo ab.</translation>
  </message>
  <message>
   <source>Drop or paste an object here to share it.</source>
   <translation>Legen Sie ein Objekt hier ab oder fügen Sie es ein, um es zu teilen.</translation>
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
   <source>Durable channel</source>
   <translation>Dauerhafter Kanal</translation>
  </message>
  <message>
   <source>Durable channel on this computer</source>
   <translation>Dauerhafter Kanal auf diesem Rechner</translation>
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
   <source>Equal gaps across</source>
   <translation>Gleiche Abstände nebeneinander</translation>
  </message>
  <message>
   <source>Equal gaps down</source>
   <translation>Gleiche Abstände untereinander</translation>
  </message>
  <message>
   <source>Escape leads back</source>
   <translation>Escape führt zurück</translation>
  </message>
  <message>
   <source>Escape leads back to the sheet</source>
   <translation>Escape führt zum Blatt zurück</translation>
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
   <source>Everyone ends up with the newest value, of each key if there are keys; who is slow skips older ones.</source>
   <translation>Jeder hat am Ende den neuesten Wert, bei Schlüsseln je Schlüssel; wer langsam ist, überspringt ältere.</translation>
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
   <source>Everyone on this computer hears everything in the same order.</source>
   <translation>Alle auf diesem Rechner hören alles in derselben Reihenfolge.</translation>
  </message>
  <message>
   <source>Everyone on this computer who opens it hears what anyone says in it.</source>
   <translation>Alle auf diesem Rechner, die ihn öffnen, hören, was darin gesagt wird.</translation>
  </message>
  <message>
   <source>Everything</source>
   <translation>Alles</translation>
  </message>
  <message>
   <source>Everything begins with an empty sheet. What you put on it can be shared with anyone.</source>
   <translation>Alles beginnt mit einem leeren Blatt. Was Sie darauf stellen, lässt sich mit allen teilen.</translation>
  </message>
  <message>
   <source>Everything fits. This sheet can run.</source>
   <translation>Alles passt. Dieses Blatt kann laufen.</translation>
  </message>
  <message>
   <source>Everything that can be done</source>
   <translation>Alles, was man tun kann</translation>
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
   <source>Expand</source>
   <translation>Ausklappen</translation>
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
   <source>Failure detection</source>
   <translation>Ausfallerkennung</translation>
  </message>
  <message>
   <source>Failures</source>
   <translation>Fehler</translation>
  </message>
  <message>
   <source>Farther</source>
   <translation>Weiter weg</translation>
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
   <source>Files</source>
   <translation>Dateien</translation>
  </message>
  <message>
   <source>filled in later</source>
   <translation>wird später gewählt</translation>
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
   <source>Find on this sheet</source>
   <translation>Auf diesem Blatt suchen</translation>
  </message>
  <message>
   <source>Find on this sheet…</source>
   <translation>Auf diesem Blatt suchen …</translation>
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
   <source>for control and status</source>
   <translation>für Steuerung und Zustand da</translation>
  </message>
  <message>
   <source>for questions and answers</source>
   <translation>für Fragen und Antworten da</translation>
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
   <source>free some space</source>
   <translation>Platz schaffen</translation>
  </message>
  <message>
   <source>From here on it is too high</source>
   <translation>Ab hier ist sie zu hoch</translation>
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
   <source>Getting what the others have …</source>
   <translation>Holt, was die anderen haben …</translation>
  </message>
  <message>
   <source>give it its parameters first</source>
   <translation>erst ihre Parameter wählen</translation>
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
   <source>Go to the sheet {name}</source>
   <translation>Zum Blatt {name}</translation>
  </message>
  <message>
   <source>Go to {block}</source>
   <translation>Zu {block}</translation>
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
   <source>Heat map</source>
   <translation>Wärmekarte</translation>
  </message>
  <message>
   <source>heat map</source>
   <translation>Wärmekarte</translation>
  </message>
  <message>
   <source>Heating and alarm of a house, the same for everyone who opens it.</source>
   <translation>Heizung und Alarm eines Hauses, für alle gleich, die es öffnen.</translation>
  </message>
  <message>
   <source>Here</source>
   <translation>Hier</translation>
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
   <source>Highest number</source>
   <translation>Größte Zahl</translation>
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
   <source>Hold it still; what comes is shown later</source>
   <translation>Festhalten; was kommt, wird später gezeigt</translation>
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
   <source>How busy every computer is that has this open, as lines.</source>
   <translation>Wie ausgelastet jeder Rechner ist, der dies offen hat, als Linien.</translation>
  </message>
  <message>
   <source>How busy every computer is that has this open.</source>
   <translation>Wie ausgelastet jeder Rechner ist, der dies offen hat.</translation>
  </message>
  <message>
   <source>How it is drawn</source>
   <translation>Wie es gezeichnet wird</translation>
  </message>
  <message>
   <source>How many answers are enough for `first`</source>
   <translation>Wie viele Antworten bei `first` genügen</translation>
  </message>
  <message>
   <source>How many outcomes are remembered</source>
   <translation>Wie viele Ergebnisse behalten werden</translation>
  </message>
  <message>
   <source>How many rows</source>
   <translation>Wie viele Zeilen</translation>
  </message>
  <message>
   <source>How others see you when you share something:</source>
   <translation>Wie andere Sie sehen, wenn Sie etwas teilen:</translation>
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
   <source>In / s</source>
   <translation>Ein / s</translation>
  </message>
  <message>
   <source>in order</source>
   <translation>der Reihe nach</translation>
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
   <source>is empty</source>
   <translation>ist leer</translation>
  </message>
  <message>
   <source>is longer than {count} characters</source>
   <translation>ist länger als {count} Zeichen</translation>
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
   <source>it has no title</source>
   <translation>es hat keinen Titel</translation>
  </message>
  <message>
   <source>It is in the palette now, under My objects.</source>
   <translation>Es ist jetzt in der Palette, unter Meine Objekte.</translation>
  </message>
  <message>
   <source>It is on the clipboard.</source>
   <translation>Es ist in der Zwischenablage.</translation>
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
   <source>It wants to read {what}</source>
   <translation>Es möchte {what} lesen</translation>
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
   <source>It works without being seen.</source>
   <translation>Es arbeitet, ohne gesehen zu werden.</translation>
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
   <source>Its settings…</source>
   <translation>Seine Einstellungen …</translation>
  </message>
  <message>
   <source>its type cannot be made: {why}</source>
   <translation>seine Art lässt sich nicht bilden: {why}</translation>
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
   <source>Joining the others …</source>
   <translation>Kommt zu den anderen …</translation>
  </message>
  <message>
   <source>Joins two channels into one: what is said on one side is heard on the other, and here.</source>
   <translation>Macht aus zwei Kanälen einen: was auf einer Seite gesagt wird, hört man auf der anderen und hier.</translation>
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
   <source>Keep what is selected to yourself</source>
   <translation>Das Ausgewählte für sich behalten</translation>
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
   <source>Keeps a durable channel on this computer's disk and hands it to newcomers, with no user here.</source>
   <translation>Hält einen dauerhaften Kanal auf der Platte dieses Rechners und gibt ihn weiter, auch ohne Benutzer hier.</translation>
  </message>
  <message>
   <source>Keeps every message on this computer's disk, then hands it on, and repeats all to whoever connects.</source>
   <translation>Hält jede Nachricht auf der Platte dieses Rechners, gibt sie dann weiter und wiederholt alles für jeden, der sich verbindet.</translation>
  </message>
  <message>
   <source>Keeps the channel in durable_channel.liveobject on this disk: run it with liveobjects host.</source>
   <translation>Hält den Kanal aus durable_channel.liveobject auf dieser Platte: mit liveobjects host ausführen.</translation>
  </message>
  <message>
   <source>Key</source>
   <translation>Schlüssel</translation>
  </message>
  <message>
   <source>Kind of answers</source>
   <translation>Art der Antworten</translation>
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
   <source>Kind of port</source>
   <translation>Art des Anschlusses</translation>
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
   <source>last {count}</source>
   <translation>letzte {count}</translation>
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
   <source>Leader</source>
   <translation>Leiter</translation>
  </message>
  <message>
   <source>leader</source>
   <translation>der Leiter</translation>
  </message>
  <message>
   <source>Lease</source>
   <translation>Frist</translation>
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
   <source>Leave the tour</source>
   <translation>Rundgang verlassen</translation>
  </message>
  <message>
   <source>Let everyone type here again</source>
   <translation>Hier wieder alle schreiben lassen</translation>
  </message>
  <message>
   <source>Let others choose it</source>
   <translation>Andere wählen lassen</translation>
  </message>
  <message>
   <source>Let whoever uses this sheet choose it…</source>
   <translation>Wer dieses Blatt verwendet, soll wählen …</translation>
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
   <source>Lets whoever serves answer questions; when one dies, another takes over, or it is said why not.</source>
   <translation>Lässt Fragen beantworten, wer bedient; fällt einer aus, springt ein anderer ein, oder es wird gesagt, warum nicht.</translation>
  </message>
  <message>
   <source>Library</source>
   <translation>Bibliothek</translation>
  </message>
  <message>
   <source>Light</source>
   <translation>Hell</translation>
  </message>
  <message>
   <source>line</source>
   <translation>Linie</translation>
  </message>
  <message>
   <source>Lines</source>
   <translation>Linien</translation>
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
   <source>live</source>
   <translation>live</translation>
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
   <source>Log</source>
   <translation>Protokoll</translation>
  </message>
  <message>
   <source>Look &amp;inside</source>
   <translation>&amp;Hineinsehen</translation>
  </message>
  <message>
   <source>look for its window</source>
   <translation>nach seinem Fenster sehen</translation>
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
   <source>Lowest number</source>
   <translation>Kleinste Zahl</translation>
  </message>
  <message>
   <source>Make a new one at random</source>
   <translation>Zufällig neu erzeugen</translation>
  </message>
  <message>
   <source>Make a sheet</source>
   <translation>Blatt anlegen</translation>
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
   <source>Makes everyone hear everything in one order; joins with what is below inside the engine.</source>
   <translation>Lässt alle alles in einer Reihenfolge hören; verbindet sich im Inneren mit dem, was darunter ist.</translation>
  </message>
  <message>
   <source>Map</source>
   <translation>Karte</translation>
  </message>
  <message>
   <source>Map of the sheet</source>
   <translation>Übersicht des Blattes</translation>
  </message>
  <message>
   <source>Map of the sheet: click to go there</source>
   <translation>Übersicht des Blattes: klicken, um dorthin zu gehen</translation>
  </message>
  <message>
   <source>Media</source>
   <translation>Medien</translation>
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
   <source>merging by structure, as a CRDT does (all edits count, at their place, in whatever order)</source>
   <translation>Zusammenführen nach Aufbau, wie ein CRDT (alle Änderungen zählen, an ihrer Stelle, in jeder Reihenfolge)</translation>
  </message>
  <message>
   <source>Messages</source>
   <translation>Nachrichten</translation>
  </message>
  <message>
   <source>Monitor</source>
   <translation>Überblick</translation>
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
   <source>Most</source>
   <translation>Höchstens</translation>
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
   <source>move it closer</source>
   <translation>näher heranschieben</translation>
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
   <source>must be a reference to an object</source>
   <translation>muss ein Objekt sein</translation>
  </message>
  <message>
   <source>must be a type of objects</source>
   <translation>muss eine Art von Objekten sein</translation>
  </message>
  <message>
   <source>must be a type of ports</source>
   <translation>muss eine Art von Anschlüssen sein</translation>
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
   <source>Name of the block</source>
   <translation>Name des Bausteins</translation>
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
   <source>Nearer</source>
   <translation>Näher</translation>
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
   <source>New sheet</source>
   <translation>Neues Blatt</translation>
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
   <source>Next wire of the block</source>
   <translation>Nächste Leitung des Bausteins</translation>
  </message>
  <message>
   <source>no answer: {reason}</source>
   <translation>keine Antwort: {reason}</translation>
  </message>
  <message>
   <source>no codec for {what}</source>
   <translation>keine Form für {what}</translation>
  </message>
  <message>
   <source>No files yet</source>
   <translation>Noch keine Dateien</translation>
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
   <source>nobody knows how to show that</source>
   <translation>niemand weiß, wie das zu zeigen wäre</translation>
  </message>
  <message>
   <source>Nobody leads</source>
   <translation>Niemand leitet</translation>
  </message>
  <message>
   <source>Not connected</source>
   <translation>Nicht verbunden</translation>
  </message>
  <message>
   <source>Not done: {reason}</source>
   <translation>Nicht getan: {reason}</translation>
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
   <source>Note</source>
   <translation>Notiz</translation>
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
   <source>Nothing in it yet</source>
   <translation>Noch nichts darin</translation>
  </message>
  <message>
   <source>Nothing in the palette fits here</source>
   <translation>Nichts in der Palette passt hierher</translation>
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
   <source>Nothing to draw yet</source>
   <translation>Noch nichts zu zeichnen</translation>
  </message>
  <message>
   <source>nothing was edited</source>
   <translation>nichts wurde geändert</translation>
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
   <source>Objects found</source>
   <translation>Gefundene Objekte</translation>
  </message>
  <message>
   <source>Objects in this folder</source>
   <translation>Objekte in diesem Ordner</translation>
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
   <source>On so many disks before it counts as accepted</source>
   <translation>Auf so vielen Platten, bevor es als angenommen gilt</translation>
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
   <source>One more</source>
   <translation>Eins mehr</translation>
  </message>
  <message>
   <source>one more</source>
   <translation>eins mehr</translation>
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
   <source>one waits for it</source>
   <translation>einer wartet darauf</translation>
  </message>
  <message>
   <source>one without gaps</source>
   <translation>eine ohne Lücken</translation>
  </message>
  <message>
   <source>Only tells; nothing can be sent to it.</source>
   <translation>Erzählt nur; man kann ihm nichts senden.</translation>
  </message>
  <message>
   <source>Only you are here</source>
   <translation>Nur Sie sind da</translation>
  </message>
  <message>
   <source>Open &amp;recent</source>
   <translation>Zuletzt &amp;geöffnet</translation>
  </message>
  <message>
   <source>Open a live object</source>
   <translation>Lebendes Objekt öffnen</translation>
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
   <source>Open a sheet first</source>
   <translation>Erst ein Blatt öffnen</translation>
  </message>
  <message>
   <source>Open on a sheet</source>
   <translation>Auf einem Blatt öffnen</translation>
  </message>
  <message>
   <source>open the last version</source>
   <translation>die letzte Fassung öffnen</translation>
  </message>
  <message>
   <source>Open the sheet</source>
   <translation>Blatt öffnen</translation>
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
   <source>Others on the network who have the same file will see what you share in it.</source>
   <translation>Andere im Netz, die dieselbe Datei haben, sehen, was Sie darin teilen.</translation>
  </message>
  <message>
   <source>Out / s</source>
   <translation>Aus / s</translation>
  </message>
  <message>
   <source>Palette</source>
   <translation>Palette</translation>
  </message>
  <message>
   <source>PARAMETERS</source>
   <translation>PARAMETER</translation>
  </message>
  <message>
   <source>Paste</source>
   <translation>Einfügen</translation>
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
   <source>Platform</source>
   <translation>Plattform</translation>
  </message>
  <message>
   <source>Points</source>
   <translation>Punkte</translation>
  </message>
  <message>
   <source>port '{port}', event '{event}', field '{field}', field '{inner}': {what}</source>
   <translation>Anschluss '{port}', Ereignis '{event}', Feld '{field}', Feld '{inner}': {what}</translation>
  </message>
  <message>
   <source>port '{port}', event '{event}', field '{field}': {what}</source>
   <translation>Anschluss '{port}', Ereignis '{event}', Feld '{field}': {what}</translation>
  </message>
  <message>
   <source>port '{port}', event '{event}': {what}</source>
   <translation>Anschluss '{port}', Ereignis '{event}': {what}</translation>
  </message>
  <message>
   <source>port '{port}': {what}</source>
   <translation>Anschluss '{port}': {what}</translation>
  </message>
  <message>
   <source>Portable channel</source>
   <translation>Überall gleicher Kanal</translation>
  </message>
  <message>
   <source>PORTS</source>
   <translation>ANSCHLÜSSE</translation>
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
   <source>Previous</source>
   <translation>Zurück</translation>
  </message>
  <message>
   <source>Prices by name: everyone ends up with the newest of each, and who is slow skips the others.</source>
   <translation>Preise nach Namen: jeder hat am Ende den neuesten, und wer langsam ist, überspringt die anderen.</translation>
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
   <source>Put in what is on the clipboard</source>
   <translation>Einsetzen, was in der Zwischenablage ist</translation>
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
   <source>Remove for everyone</source>
   <translation>Für alle entfernen</translation>
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
   <source>remove that block first</source>
   <translation>erst diesen Baustein entfernen</translation>
  </message>
  <message>
   <source>remove that wire first</source>
   <translation>erst diese Leitung entfernen</translation>
  </message>
  <message>
   <source>Remove the selected object for everyone</source>
   <translation>Ausgewähltes Objekt für alle entfernen</translation>
  </message>
  <message>
   <source>Remove the selected one for everyone</source>
   <translation>Ausgewähltes für alle entfernen</translation>
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
   <source>Rewrite</source>
   <translation>Ändern</translation>
  </message>
  <message>
   <source>Rows</source>
   <translation>Zeilen</translation>
  </message>
  <message>
   <source>Run</source>
   <translation>Ausführen</translation>
  </message>
  <message>
   <source>Run it</source>
   <translation>Ausführen</translation>
  </message>
  <message>
   <source>Run the sheet to see how its objects are doing.</source>
   <translation>Führen Sie das Blatt aus, um zu sehen, wie es seinen Objekten geht.</translation>
  </message>
  <message>
   <source>Runs objects on this computer for whoever is allowed to ask for it.</source>
   <translation>Führt Objekte auf diesem Rechner für alle aus, die darum bitten dürfen.</translation>
  </message>
  <message>
   <source>S&amp;hare</source>
   <translation>&amp;Teilen</translation>
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
   <source>Save &amp;as…</source>
   <translation>Speichern &amp;unter …</translation>
  </message>
  <message>
   <source>Save a copy</source>
   <translation>Kopie speichern</translation>
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
   <source>Save the rows</source>
   <translation>Zeilen speichern</translation>
  </message>
  <message>
   <source>Save the rows as CSV</source>
   <translation>Zeilen als CSV speichern</translation>
  </message>
  <message>
   <source>Save the sheet</source>
   <translation>Blatt speichern</translation>
  </message>
  <message>
   <source>Saved.</source>
   <translation>Gespeichert.</translation>
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
   <source>Search</source>
   <translation>Suchen</translation>
  </message>
  <message>
   <source>Search for an object to add</source>
   <translation>Objekt zum Hinzufügen suchen</translation>
  </message>
  <message>
   <source>Search the palette</source>
   <translation>Palette durchsuchen</translation>
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
   <source>Select a block with ports first</source>
   <translation>Erst einen Baustein mit Anschlüssen auswählen</translation>
  </message>
  <message>
   <source>Select a single block to see and change its parameters.</source>
   <translation>Wählen Sie einen einzelnen Baustein aus, um seine Parameter zu sehen und zu ändern.</translation>
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
   <source>Send</source>
   <translation>Senden</translation>
  </message>
  <message>
   <source>Send by &amp;e-mail…</source>
   <translation>Per &amp;E-Mail senden …</translation>
  </message>
  <message>
   <source>Send the file {name} to others: whoever opens it edits with you.</source>
   <translation>Schicken Sie die Datei {name} anderen: wer sie öffnet, arbeitet mit.</translation>
  </message>
  <message>
   <source>Send the message to everyone</source>
   <translation>Nachricht an alle senden</translation>
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
   <source>SHA-256 of the archive</source>
   <translation>SHA-256 des Archivs</translation>
  </message>
  <message>
   <source>Share</source>
   <translation>Teilen</translation>
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
   <source>Shared documents</source>
   <translation>Gemeinsame Dokumente</translation>
  </message>
  <message>
   <source>Shared folder</source>
   <translation>Gemeinsamer Ordner</translation>
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
   <source>Shared set</source>
   <translation>Gemeinsame Menge</translation>
  </message>
  <message>
   <source>Shared sheet</source>
   <translation>Gemeinsames Blatt</translation>
  </message>
  <message>
   <source>shared sheets are not installed here</source>
   <translation>gemeinsame Blätter sind hier nicht installiert</translation>
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
   <source>Sheet {name}</source>
   <translation>Blatt {name}</translation>
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
   <source>Show all</source>
   <translation>Alles zeigen</translation>
  </message>
  <message>
   <source>Show everything on the desktop</source>
   <translation>Alles auf dem Schreibtisch zeigen</translation>
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
   <source>show one of its blocks' parameters outside</source>
   <translation>einen Parameter eines Bausteins außen zeigen</translation>
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
   <source>Show the free ports outside</source>
   <translation>Freie Anschlüsse außen zeigen</translation>
  </message>
  <message>
   <source>Show the secret</source>
   <translation>Geheimnis zeigen</translation>
  </message>
  <message>
   <source>Show the whole sheet</source>
   <translation>Ganzes Blatt zeigen</translation>
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
   <source>Since</source>
   <translation>Seit</translation>
  </message>
  <message>
   <source>Skips values that are out of date before they were seen, of each key if the values have one.</source>
   <translation>Überspringt Werte, die veraltet sind, ehe sie gesehen wurden, bei Schlüsseln je Schlüssel.</translation>
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
   <source>Some objects have failed; their blocks say why.</source>
   <translation>Einige Objekte sind ausgefallen; ihre Bausteine sagen, warum.</translation>
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
   <source>something else</source>
   <translation>etwas anderes</translation>
  </message>
  <message>
   <source>something more complicated</source>
   <translation>etwas Komplizierteres</translation>
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
   <source>Stop</source>
   <translation>Anhalten</translation>
  </message>
  <message>
   <source>Stop the stopwatch</source>
   <translation>Stoppuhr anhalten</translation>
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
   <source>such as 12, "words" or [1, 2]</source>
   <translation>etwa 12, "Wörter" oder [1, 2]</translation>
  </message>
  <message>
   <source>sums (all that was added counts, in whatever order)</source>
   <translation>Summen (alles Addierte zählt, in jeder Reihenfolge)</translation>
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
   <source>Take it out</source>
   <translation>Herausnehmen</translation>
  </message>
  <message>
   <source>Take it out onto the sheet</source>
   <translation>Auf das Blatt herausnehmen</translation>
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
   <source>Tells how busy each computer is that has it open: processor, memory, disk, network; for charts, too.</source>
   <translation>Sagt, wie ausgelastet jeder Rechner ist, der es offen hat: Prozessor, Speicher, Platte, Netz; auch für Diagramme.</translation>
  </message>
  <message>
   <source>Tells the time, and has a stopwatch or countdown that everyone starts and stops together.</source>
   <translation>Sagt die Zeit und hat eine Stoppuhr oder einen Countdown, den alle gemeinsam starten und anhalten.</translation>
  </message>
  <message>
   <source>term {number}</source>
   <translation>Amtszeit {number}</translation>
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
   <source>Text of the note</source>
   <translation>Text der Notiz</translation>
  </message>
  <message>
   <source>Text on the desktop</source>
   <translation>Text auf dem Schreibtisch</translation>
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
   <source>the argument {parameter} of {name} {what}</source>
   <translation>der Parameter {parameter} von {name} {what}</translation>
  </message>
  <message>
   <source>the description is different</source>
   <translation>die Beschreibung ist anders</translation>
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
   <source>The file cannot be read: {why}</source>
   <translation>Die Datei kann nicht gelesen werden: {why}</translation>
  </message>
  <message>
   <source>The file is larger than 1 MB, which a sheet should not carry.</source>
   <translation>Die Datei ist größer als 1 MB; das sollte ein Blatt nicht tragen.</translation>
  </message>
  <message>
   <source>the first writer's claim (whoever comes later is refused and told so)</source>
   <translation>den Vorrang des ersten Schreibers (wer später kommt, wird abgelehnt und erfährt es)</translation>
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
   <source>The latest rows that a channel brings, in columns; whoever looks sorts, searches and saves them.</source>
   <translation>Die neuesten Zeilen, die ein Kanal bringt, in Spalten; wer zusieht, sortiert, sucht und speichert sie.</translation>
  </message>
  <message>
   <source>the latest value (everyone ends up with each sender's newest)</source>
   <translation>den neuesten Wert (jeder hat am Ende den neuesten jedes Absenders)</translation>
  </message>
  <message>
   <source>The local network</source>
   <translation>Das lokale Netz</translation>
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
   <source>The number of the shared slider, on a dial: open both.</source>
   <translation>Die Zahl des gemeinsamen Reglers auf einer Skala: öffnen Sie beide.</translation>
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
   <source>the order '{first}', then '{second}' (never the other way round)</source>
   <translation>die Reihenfolge '{first}', dann '{second}' (nie andersherum)</translation>
  </message>
  <message>
   <source>The parameter of the pattern that tells one object from another</source>
   <translation>Der Parameter des Musters, der ein Objekt vom anderen unterscheidet</translation>
  </message>
  <message>
   <source>the parameter {name}</source>
   <translation>der Parameter {name}</translation>
  </message>
  <message>
   <source>the parameter {name} {what}</source>
   <translation>der Parameter {name} {what}</translation>
  </message>
  <message>
   <source>the picture could not be written</source>
   <translation>das Bild konnte nicht geschrieben werden</translation>
  </message>
  <message>
   <source>the picture is too large</source>
   <translation>das Bild ist zu groß</translation>
  </message>
  <message>
   <source>the port {name} is no longer shown outside</source>
   <translation>der Anschluss {name} wird nicht mehr außen gezeigt</translation>
  </message>
  <message>
   <source>the port {name} is shown outside</source>
   <translation>der Anschluss {name} wird außen gezeigt</translation>
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
   <source>The shared sheet has failed: {why}</source>
   <translation>Das gemeinsame Blatt ist ausgefallen: {why}</translation>
  </message>
  <message>
   <source>the sheet</source>
   <translation>das Blatt</translation>
  </message>
  <message>
   <source>The sheet becomes an object in the palette that can be used again and again.</source>
   <translation>Das Blatt wird zu einem Objekt in der Palette, das sich immer wieder verwenden lässt.</translation>
  </message>
  <message>
   <source>the sheet has a port {name} already</source>
   <translation>das Blatt hat schon einen Anschluss {name}</translation>
  </message>
  <message>
   <source>the sheet has failed: {why}</source>
   <translation>das Blatt ist ausgefallen: {why}</translation>
  </message>
  <message>
   <source>the sheet is not here yet</source>
   <translation>das Blatt ist noch nicht da</translation>
  </message>
  <message>
   <source>The sheet was stopped.</source>
   <translation>Das Blatt wurde angehalten.</translation>
  </message>
  <message>
   <source>the text holds the character U+{code}, which a file cannot</source>
   <translation>der Text enthält das Zeichen U+{code}, das eine Datei nicht fassen kann</translation>
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
   <source>THEN</source>
   <translation>DAMALS</translation>
  </message>
  <message>
   <source>There are no files in the gallery folder.</source>
   <translation>Im Ordner der Galerie sind keine Dateien.</translation>
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
   <source>there is a parameter {name} already</source>
   <translation>den Parameter {name} gibt es schon</translation>
  </message>
  <message>
   <source>there is another '{name}' on this sheet</source>
   <translation>auf diesem Blatt gibt es schon '{name}'</translation>
  </message>
  <message>
   <source>there is another {name} meanwhile</source>
   <translation>inzwischen gibt es ein anderes {name}</translation>
  </message>
  <message>
   <source>there is no component {name}; there are {names}</source>
   <translation>es gibt keinen Baustein {name}; es gibt {names}</translation>
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
   <source>There is no other port on this sheet.</source>
   <translation>Auf diesem Blatt gibt es keinen anderen Anschluss.</translation>
  </message>
  <message>
   <source>there is no parameter {name} any more</source>
   <translation>den Parameter {name} gibt es nicht mehr</translation>
  </message>
  <message>
   <source>there is no parameter {parameter} in the templates around</source>
   <translation>in den Vorlagen ringsum gibt es keinen Parameter {parameter}</translation>
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
   <source>There is nothing on the clipboard that a sheet can hold</source>
   <translation>In der Zwischenablage ist nichts, was ein Blatt aufnehmen kann</translation>
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
   <source>they do not fit together</source>
   <translation>das passt nicht zusammen</translation>
  </message>
  <message>
   <source>This cannot be put on a sheet</source>
   <translation>Das kann nicht auf ein Blatt</translation>
  </message>
  <message>
   <source>this computer does not know {what}</source>
   <translation>dieser Rechner kennt {what} nicht</translation>
  </message>
  <message>
   <source>This computer only</source>
   <translation>Nur dieser Rechner</translation>
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
   <source>this object is not installed here</source>
   <translation>dieses Objekt ist hier nicht installiert</translation>
  </message>
  <message>
   <source>This object is not on this machine; {what}.</source>
   <translation>Dieses Objekt ist nicht auf diesem Rechner; {what}.</translation>
  </message>
  <message>
   <source>This picture cannot be shown.</source>
   <translation>Dieses Bild kann nicht gezeigt werden.</translation>
  </message>
  <message>
   <source>This sheet</source>
   <translation>Dieses Blatt</translation>
  </message>
  <message>
   <source>this sheet cannot be recovered: {why}</source>
   <translation>dieses Blatt kann nicht wiederhergestellt werden: {why}</translation>
  </message>
  <message>
   <source>this sheet has no file yet</source>
   <translation>dieses Blatt hat noch keine Datei</translation>
  </message>
  <message>
   <source>this sheet has no parameters</source>
   <translation>dieses Blatt hat keine Parameter</translation>
  </message>
  <message>
   <source>this sheet is a single object</source>
   <translation>dieses Blatt ist ein einzelnes Objekt</translation>
  </message>
  <message>
   <source>this sheet is recovered elsewhere already</source>
   <translation>dieses Blatt wird schon anderswo wiederhergestellt</translation>
  </message>
  <message>
   <source>this sheet is shown as another type</source>
   <translation>dieses Blatt wird als etwas anderes gezeigt</translation>
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
   <source>Time</source>
   <translation>Zeit</translation>
  </message>
  <message>
   <source>Time between readings</source>
   <translation>Zeit zwischen Messungen</translation>
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
   <source>Title of the sheet</source>
   <translation>Titel des Blattes</translation>
  </message>
  <message>
   <source>Title of the zone</source>
   <translation>Titel der Zone</translation>
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
   <source>Too high</source>
   <translation>Zu hoch</translation>
  </message>
  <message>
   <source>Too many desktops lie in each other.</source>
   <translation>Zu viele Schreibtische liegen ineinander.</translation>
  </message>
  <message>
   <source>Tool bar</source>
   <translation>Werkzeugleiste</translation>
  </message>
  <message>
   <source>transactions (changes that belong together happen together or not at all, and last)</source>
   <translation>Transaktionen (was zusammengehört, geschieht zusammen oder gar nicht, und bleibt)</translation>
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
   <source>Two entries have the same key; change one of them.</source>
   <translation>Zwei Einträge haben denselben Schlüssel; ändern Sie einen davon.</translation>
  </message>
  <message>
   <source>Two local channels joined by a tunnel. The nodes between the two networks run this; the others run only the channel of their own network, and all take part in one object.</source>
   <translation>Zwei lokale Kanäle, durch einen Tunnel verbunden. Die Rechner zwischen den beiden Netzen führen dies aus; die anderen nur den Kanal ihres eigenen Netzes, und alle nehmen an einem Objekt teil.</translation>
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
   <source>Type in one window and read in the other. Save the sheet and send the file to a friend: whoever opens it is in.</source>
   <translation>Schreiben Sie in einem Fenster und lesen Sie im anderen. Speichern Sie das Blatt und schicken Sie die Datei jemandem: wer sie öffnet, ist dabei.</translation>
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
   <source>up to 10,000 answers</source>
   <translation>bis 10.000 Antworten</translation>
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
   <source>up to 5,000 things</source>
   <translation>bis zu 5.000 Dinge</translation>
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
   <source>Use what it is given now when nobody chooses</source>
   <translation>Das jetzt Gewählte verwenden, wenn niemand wählt</translation>
  </message>
  <message>
   <source>Value</source>
   <translation>Wert</translation>
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
   <source>Welcome</source>
   <translation>Willkommen</translation>
  </message>
  <message>
   <source>What a node can keep in its registry as MyPlatform: a folder of channels, told where its local controller is.</source>
   <translation>Was ein Rechner in seinem Verzeichnis als MyPlatform halten kann: ein Ordner von Kanälen, der weiß, wo sein örtlicher Verwalter ist.</translation>
  </message>
  <message>
   <source>What a node of LAN x runs of the hybrid multicast object: only the channel of its own network.</source>
   <translation>Was ein Rechner im Netz x vom gemischten Rundruf ausführt: nur den Kanal seines eigenen Netzes.</translation>
  </message>
  <message>
   <source>What a node of LAN y runs of the hybrid multicast object: only the channel of its own network.</source>
   <translation>Was ein Rechner im Netz y vom gemischten Rundruf ausführt: nur den Kanal seines eigenen Netzes.</translation>
  </message>
  <message>
   <source>What came</source>
   <translation>Was kam</translation>
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
   <source>What every computer that has this open tells of itself, row by row.</source>
   <translation>Was jeder Rechner, der dies offen hat, von sich berichtet, Zeile für Zeile.</translation>
  </message>
  <message>
   <source>What for</source>
   <translation>Wozu</translation>
  </message>
  <message>
   <source>What has changed since then</source>
   <translation>Was sich seitdem geändert hat</translation>
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
   <source>what is to be grouped is not on this sheet</source>
   <translation>was gruppiert werden soll, ist nicht auf diesem Blatt</translation>
  </message>
  <message>
   <source>What it counts, such as °C</source>
   <translation>Was sie zählt, etwa °C</translation>
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
   <source>What people read beside it</source>
   <translation>Was daneben zu lesen ist</translation>
  </message>
  <message>
   <source>What the number is</source>
   <translation>Was die Zahl ist</translation>
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
   <source>what you do cannot be kept safe from a crash: {why}</source>
   <translation>Ihre Arbeit ist nicht gegen einen Absturz gesichert: {why}</translation>
  </message>
  <message>
   <source>whatever is chosen for it</source>
   <translation>was immer dafür gewählt wird</translation>
  </message>
  <message>
   <source>Whatever this parameter is given.</source>
   <translation>Was immer für diesen Parameter gewählt wird.</translation>
  </message>
  <message>
   <source>Where others will find the shared sheet</source>
   <translation>Wo andere das gemeinsame Blatt finden</translation>
  </message>
  <message>
   <source>Where you are</source>
   <translation>Wo Sie sind</translation>
  </message>
  <message>
   <source>Who answers: any one, the leader, the first few, all</source>
   <translation>Wer antwortet: irgendeiner, der Leiter, die ersten, alle</translation>
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
   <source>Whoever opens this is ready to lead</source>
   <translation>Wer dies öffnet, ist zum Leiten bereit</translation>
  </message>
  <message>
   <source>Whoever opens this tells of their own computer</source>
   <translation>Wer dies öffnet, meldet den eigenen Rechner</translation>
  </message>
  <message>
   <source>Whoever puts this sheet into another one, or opens it, is asked for this parameter.</source>
   <translation>Wer dieses Blatt in ein anderes setzt oder es öffnet, wird nach diesem Parameter gefragt.</translation>
  </message>
  <message>
   <source>Whole number</source>
   <translation>Ganze Zahl</translation>
  </message>
  <message>
   <source>Wire from {first} to {second}</source>
   <translation>Leitung von {first} nach {second}</translation>
  </message>
  <message>
   <source>Wire from {port}: Enter to begin, arrows for another port</source>
   <translation>Leitung von {port}: Eingabetaste zum Beginnen, Pfeile für einen anderen Anschluss</translation>
  </message>
  <message>
   <source>Wire objects on a sheet, send the file, and everyone who opens it shares it.</source>
   <translation>Objekte auf einem Blatt verbinden, die Datei verschicken, und alle, die sie öffnen, sind dabei.</translation>
  </message>
  <message>
   <source>wired to {block} · {port}</source>
   <translation>verbunden mit {block} · {port}</translation>
  </message>
  <message>
   <source>Work in it</source>
   <translation>Darin arbeiten</translation>
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
   <source>Write a message; Enter sends it</source>
   <translation>Nachricht schreiben; die Eingabetaste sendet sie</translation>
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
   <source>Write something for everyone</source>
   <translation>Etwas für alle schreiben</translation>
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
   <source>Yes or no</source>
   <translation>Ja oder nein</translation>
  </message>
  <message>
   <source>yes or no</source>
   <translation>ja oder nein</translation>
  </message>
  <message>
   <source>You</source>
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
   <source>You hold it</source>
   <translation>Sie haben es</translation>
  </message>
  <message>
   <source>You lead</source>
   <translation>Sie leiten</translation>
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
   <source>{block}. Ports: {ports}</source>
   <translation>{block}. Anschlüsse: {ports}</translation>
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
   <source>{count} items</source>
   <translation>{count} Einträge</translation>
  </message>
  <message>
   <source>{count} more</source>
   <translation>{count} weitere</translation>
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
   <source>{label} is missing</source>
   <translation>{label} fehlt</translation>
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
   <source>{name} cannot be connected to {other}, because it is {what}</source>
   <translation>{name} kann nicht mit {other} verbunden werden: {what}</translation>
  </message>
  <message>
   <source>{name} cannot be fetched: {what}</source>
   <translation>{name} kann nicht geholt werden: {what}</translation>
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
   <source>{name} has no parameter {parameter}; there are {parameters}</source>
   <translation>{name} hat keinen Parameter {parameter}; es gibt {parameters}</translation>
  </message>
  <message>
   <source>{name} has no port {port}; there are {ports}</source>
   <translation>{name} hat keinen Anschluss {port}; es gibt {ports}</translation>
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
   <source>{name} is a port of the sheet itself</source>
   <translation>{name} ist ein Anschluss des Blattes selbst</translation>
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
   <source>{name} is gone</source>
   <translation>{name} ist weg</translation>
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
   <source>{name} is not a live object: such files end in .liveobject</source>
   <translation>{name} ist kein lebendes Objekt: solche Dateien enden auf .liveobject</translation>
  </message>
  <message>
   <source>{name} is not a template, so it takes no arguments</source>
   <translation>{name} ist keine Vorlage und hat daher keine Parameter</translation>
  </message>
  <message>
   <source>{name} is not a {type}: {what}</source>
   <translation>{name} ist kein {type}: {what}</translation>
  </message>
  <message>
   <source>{name} is not given its parameter {parameter}</source>
   <translation>{name} fehlt der Parameter {parameter}</translation>
  </message>
  <message>
   <source>{name} is not on this sheet</source>
   <translation>{name} ist nicht auf diesem Blatt</translation>
  </message>
  <message>
   <source>{name} is not on this sheet any more</source>
   <translation>{name} ist nicht mehr auf diesem Blatt</translation>
  </message>
  <message>
   <source>{name} is not the name of a port</source>
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
   <source>{name} is something else</source>
   <translation>{name} ist etwas anderes</translation>
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
   <source>{name} stands elsewhere or looks different</source>
   <translation>{name} steht woanders oder sieht anders aus</translation>
  </message>
  <message>
   <source>{name} stands for a block</source>
   <translation>{name} steht für einen Baustein</translation>
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
   <source>{number} things chosen</source>
   <translation>{number} Dinge ausgewählt</translation>
  </message>
  <message>
   <source>{parameter} of {name} was {what} and is {words}</source>
   <translation>{parameter} von {name} war {what} und ist {words}</translation>
  </message>
  <message>
   <source>{port} of {name} and {other} of {second} are the same end of {what}</source>
   <translation>{port} von {name} und {other} von {second} sind dieselbe Seite von: {what}</translation>
  </message>
  <message>
   <source>{port} of {name} is {what}, and {other} of {second} is {words}</source>
   <translation>{port} von {name} ist {what}, und {other} von {second} ist {words}</translation>
  </message>
  <message>
   <source>{text} (unknown here)</source>
   <translation>{text} (hier unbekannt)</translation>
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
 </context>
</TS>
