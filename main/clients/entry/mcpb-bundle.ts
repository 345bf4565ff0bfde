// A bundle that Claude Desktop installs itself when it is opened: no file of it is edited. A zip without compression,
// three small files.
import { crc32 } from 'node:zlib';
import type { Launch } from './launcher.ts';

export function mcpbBundle(name: string, version: string, launch: Launch): Buffer {
  const manifest = {
    manifest_version: '0.3',
    name,
    display_name: 'ToolMesh',
    version,
    description: 'Private services as a few curated, governed tools',
    author: { name: 'ToolMesh Desktop' },
    server: {
      type: 'node',
      entry_point: 'server/start.mjs',
      mcp_config: { command: launch.command, args: launch.args, env: {} },
    },
    tools_generated: true,
  };
  return zip([
    ['manifest.json', `${JSON.stringify(manifest, null, 2)}\n`],
    ['server/start.mjs', startScript(launch)],
  ]);
}

/** For a host that starts the entry point with a Node of its own. */
function startScript({ command, args }: Launch): string {
  return `import { spawn } from 'node:child_process';
const child = spawn(${JSON.stringify(command)}, ${JSON.stringify(args)}, { stdio: 'inherit' });
child.on('exit', (code) => process.exit(code ?? 1));
`;
}

function zip(files: readonly (readonly [name: string, text: string])[]): Buffer {
  const bodies: Buffer[] = [];
  const directory: Buffer[] = [];
  let offset = 0;
  for (const [name, text] of files) {
    const [path, data] = [Buffer.from(name), Buffer.from(text)];
    // Version 2.0, UTF-8 names, stored, 1980-01-01: the same bytes for the same content.
    const common = Buffer.alloc(26);
    common.writeUInt16LE(20, 0);
    common.writeUInt16LE(0x0800, 2);
    common.writeUInt16LE(0x21, 8);
    common.writeUInt32LE(crc32(data), 10);
    common.writeUInt32LE(data.length, 14);
    common.writeUInt32LE(data.length, 18);
    common.writeUInt16LE(path.length, 22);
    const local = Buffer.concat([Buffer.from('PK\u0003\u0004'), common, path, data]);
    const tail = Buffer.alloc(14);
    tail.writeUInt32LE(offset, 10);
    directory.push(Buffer.concat([Buffer.from('PK\u0001\u0002\u0014\u0000'), common, tail, path]));
    bodies.push(local);
    offset += local.length;
  }
  const index = Buffer.concat(directory);
  const end = Buffer.alloc(18);
  end.writeUInt16LE(files.length, 4);
  end.writeUInt16LE(files.length, 6);
  end.writeUInt32LE(index.length, 8);
  end.writeUInt32LE(offset, 12);
  return Buffer.concat([...bodies, index, Buffer.from('PK\u0005\u0006'), end]);
}
