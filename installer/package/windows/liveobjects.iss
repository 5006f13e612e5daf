; Inno Setup: the installer for Windows. Build the bundle there first (python -m installer.package.build --only bundle),
; then: iscc /DVersion=0.1.0 installer\package\windows\liveobjects.iss
#ifndef Version
  #error give the version: iscc /DVersion=0.1.0 …
#endif
#define Media "application/vnd.liveobject+xml"
#define Scheme "liveobject"

[Setup]
AppId={{6C2F0F3B-6F0C-4E0B-9C53-5E5C0B6B7D11}
AppName=Live Objects
AppVersion={#Version}
DefaultDirName={autopf}\Live Objects
DefaultGroupName=Live Objects
PrivilegesRequired=lowest
PrivilegesRequiredOverridesAllowed=dialog
ChangesAssociations=yes
Compression=lzma2/max
SolidCompression=yes
LicenseFile=..\..\..\LICENSE
OutputDir=..\..\..\build\package
OutputBaseFilename=liveobjects-{#Version}-windows
UninstallDisplayIcon={app}\liveobjects.exe
WizardStyle=modern

[Languages]
Name: "en"; MessagesFile: "compiler:Default.isl"
Name: "de"; MessagesFile: "compiler:Languages\German.isl"

[CustomMessages]
en.LookInside=Look inside
de.LookInside=Hineinschauen
en.Send=Send by e-mail
de.Send=Per E-Mail senden

[Files]
Source: "..\..\..\build\package\bundle\liveobjects\*"; DestDir: "{app}"; Flags: recursesubdirs ignoreversion

[Icons]
Name: "{group}\Live Objects"; Filename: "{app}\liveobjects.exe"

[Registry]
Root: HKA; Subkey: "Software\Classes\.liveobject"; ValueType: string; ValueData: "LiveObjects.Document"; Flags: uninsdeletevalue
Root: HKA; Subkey: "Software\Classes\.liveobject"; ValueType: string; ValueName: "Content Type"; ValueData: "{#Media}"
Root: HKA; Subkey: "Software\Classes\.liveobject\OpenWithProgids"; ValueType: string; ValueName: "LiveObjects.Document"; ValueData: ""
Root: HKA; Subkey: "Software\Classes\MIME\Database\Content Type\{#Media}"; ValueType: string; ValueName: "Extension"; ValueData: ".liveobject"; Flags: uninsdeletekey
Root: HKA; Subkey: "Software\Classes\LiveObjects.Document"; ValueType: string; ValueData: "Live object"; Flags: uninsdeletekey
Root: HKA; Subkey: "Software\Classes\LiveObjects.Document\DefaultIcon"; ValueType: string; ValueData: "{app}\liveobjects.exe,0"
Root: HKA; Subkey: "Software\Classes\LiveObjects.Document\shell\open\command"; ValueType: string; ValueData: """{app}\liveobjects.exe"" open ""%1"""
Root: HKA; Subkey: "Software\Classes\LiveObjects.Document\shell\inside"; ValueType: string; ValueData: "{cm:LookInside}"
Root: HKA; Subkey: "Software\Classes\LiveObjects.Document\shell\inside\command"; ValueType: string; ValueData: """{app}\liveobjects.exe"" window ""%1"""
Root: HKA; Subkey: "Software\Classes\LiveObjects.Document\shell\send"; ValueType: string; ValueData: "{cm:Send}"
Root: HKA; Subkey: "Software\Classes\LiveObjects.Document\shell\send\command"; ValueType: string; ValueData: """{app}\liveobjects.exe"" email ""%1"""
Root: HKA; Subkey: "Software\Classes\{#Scheme}"; ValueType: string; ValueData: "URL:Live object"; Flags: uninsdeletekey
Root: HKA; Subkey: "Software\Classes\{#Scheme}"; ValueType: string; ValueName: "URL Protocol"; ValueData: ""
Root: HKA; Subkey: "Software\Classes\{#Scheme}\DefaultIcon"; ValueType: string; ValueData: "{app}\liveobjects.exe,0"
Root: HKA; Subkey: "Software\Classes\{#Scheme}\shell\open\command"; ValueType: string; ValueData: """{app}\liveobjects.exe"" open -- ""%1"""

[Run]
Filename: "{app}\liveobjects.exe"; Flags: nowait postinstall skipifsilent
