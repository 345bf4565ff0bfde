// What an Electron app costs that does nothing: an icon in the tray and a page that was loaded out of sight.
// SIGUSR2 shows its window. Started by window-bench.ts with the icon's file.
const { app, BrowserWindow, Menu, Tray } = require('electron');

const icon = process.argv.slice(1).find((word) => word.endsWith('.png'));
let tray;

app.on('window-all-closed', () => undefined);
void app.whenReady().then(() => {
  tray = new Tray(icon);
  tray.setContextMenu(Menu.buildFromTemplate([{ label: 'Quit', click: () => app.quit() }]));
  const window = new BrowserWindow({ show: false, paintWhenInitiallyHidden: false });
  void window.loadURL('data:text/html,<title>empty</title>');
  process.on('SIGUSR2', () => window.show());
});
