// A given Electron brings the app that `electron <folder>` starts with; a package must hold only ours.
import { rmSync } from 'node:fs';
import path from 'node:path';

export default function removeDefaultApp({ appOutDir, packager }) {
  rmSync(path.join(packager.getResourcesDir(appOutDir), 'default_app.asar'), { force: true });
}
