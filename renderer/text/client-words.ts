import { nextInEnglish, type ClientNext } from '../../main/contract/client-next.ts';

// What the page of clients says.
const en = {
  found: (count: number) =>
    count === 1 ? '1 found on this computer' : `${count} found on this computer`,
  copySnippet: 'Copy snippet',
  copied: 'Copied',
  installAll: 'Install all',
  client: 'Client',
  state: 'State',
  toolsAs: 'Tools as',
  lastSeen: 'Last seen',
  never: 'never',
  states: {
    connected: 'Connected',
    installed: 'Restart needed',
    'not-installed': 'Not installed',
    'needs-repair': 'Needs repair',
    conflict: 'Conflict',
  },
  install: 'Install',
  repair: 'Repair',
  remove: 'Remove',
  resolve: 'Resolve',
  conflict: 'For the name that is taken',
  choices: { 'other-name': 'Use another name', replace: 'Replace that entry' },
  taken: (starts: string) =>
    starts === ''
      ? 'An entry there has the name “toolmesh” already.'
      : `An entry there has the name “toolmesh” already. It starts ${starts}.`,
  openLink: 'Open in client',
  openBundle: 'Open bundle',
  openFile: 'Open file',
  titles: {
    install: (label: string) => `Install into ${label}`,
    repair: (label: string) => `Repair ${label}`,
    remove: (label: string) => `Remove from ${label}`,
  },
  allTitle: 'Install into all',
  added: (added: number, removed: number) => {
    const parts = [
      added > 0 ? `${added} ${added === 1 ? 'line' : 'lines'} added` : '',
      removed > 0 ? `${removed} removed` : '',
    ];
    return `${parts.filter((part) => part !== '').join(', ')}, nothing else changes`;
  },
  nothing: 'Nothing would change',
  kept: 'The original is kept, Remove gives it back byte for byte.',
  cancel: 'Cancel',
  write: (lines: number) => (lines === 1 ? 'Write 1 line' : `Write ${lines} lines`),
  more: 'Other clients',
  empty: 'No clients found',
  emptyText: 'Copy the snippet into your client’s configuration.',
  done: 'Done',
  next: nextInEnglish,
};
export type ClientWords = typeof en;
const de: ClientWords = {
  found: (count) => `${count} auf diesem Rechner gefunden`,
  copySnippet: 'Ausschnitt kopieren',
  copied: 'Kopiert',
  installAll: 'Alle installieren',
  client: 'Client',
  state: 'Zustand',
  toolsAs: 'Werkzeuge als',
  lastSeen: 'Zuletzt gesehen',
  never: 'nie',
  states: {
    connected: 'Verbunden',
    installed: 'Neustart nötig',
    'not-installed': 'Nicht installiert',
    'needs-repair': 'Reparatur nötig',
    conflict: 'Konflikt',
  },
  install: 'Installieren',
  repair: 'Reparieren',
  remove: 'Entfernen',
  resolve: 'Klären',
  conflict: 'Für den vergebenen Namen',
  choices: { 'other-name': 'Anderer Name', replace: 'Eintrag ersetzen' },
  taken: (starts) =>
    starts === ''
      ? 'Dort gibt es schon einen Eintrag „toolmesh“.'
      : `Dort gibt es schon einen Eintrag „toolmesh“. Er startet ${starts}.`,
  openLink: 'Im Client öffnen',
  openBundle: 'Paket öffnen',
  openFile: 'Datei öffnen',
  titles: {
    install: (label) => `In ${label} installieren`,
    repair: (label) => `${label} reparieren`,
    remove: (label) => `Aus ${label} entfernen`,
  },
  allTitle: 'In alle installieren',
  added: (added, removed) => {
    const parts = [
      added > 0 ? `${added} ${added === 1 ? 'Zeile' : 'Zeilen'} dazu` : '',
      removed > 0 ? `${removed} weg` : '',
    ];
    return `${parts.filter((part) => part !== '').join(', ')}, sonst ändert sich nichts`;
  },
  nothing: 'Es würde sich nichts ändern',
  kept: 'Das Original bleibt aufgehoben, Entfernen gibt es Byte für Byte zurück.',
  cancel: 'Abbrechen',
  write: (lines) => (lines === 1 ? '1 Zeile schreiben' : `${lines} Zeilen schreiben`),
  more: 'Andere Clients',
  empty: 'Keine Clients gefunden',
  emptyText: 'Kopiere den Ausschnitt in die Konfiguration deines Clients.',
  done: 'Fertig',
  next: nextInGerman,
};
export const clientWords = { en, de };

function nextInGerman(next: ClientNext): string {
  switch (next.todo) {
    case 'reload':
      return reloadInGerman(next);
    case 'repair':
      return 'Der Eintrag fehlt oder startet einen alten Ort; repariere ihn';
    case 'resolve': {
      const starts = next.starts === '' ? 'etwas anderes' : next.starts;
      return `Ein Eintrag „toolmesh“ dort startet ${starts}; nimm einen anderen Namen oder ersetze ihn`;
    }
    case 'mend':
      return next.problem;
  }
}

function reloadInGerman({ way, label, command }: ClientNext & { readonly todo: 'reload' }): string {
  switch (way) {
    case 'start':
      return `Starte ${label}`;
    case 'type':
      return `Tippe ${command} in ${label}, oder starte neu`;
    case 'new-session':
      return `Öffne eine neue Sitzung von ${label}`;
    case 'by-itself':
      return `${label} merkt es von selbst; wenn nicht, starte neu`;
    case 'toggle':
      return `Schalte den Eintrag in den Einstellungen von ${label} aus und an, oder starte neu`;
    case 'refresh':
      return `Drücke „Aktualisieren“ im MCP-Bereich von ${label}, oder starte neu`;
    case 'reload-window':
      return `Lade das Fenster von ${label} neu`;
    case 'restart':
      return `Starte ${label} neu`;
  }
}
