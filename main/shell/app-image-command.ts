// An AppImage is one file, the app and the command line in one: `ToolMesh.AppImage stdio` is what a client starts.
import { spawnSync } from 'node:child_process';

/** Words from the first that is no switch on; undefined when the app is meant, which is started with switches only. */
export function commandWords(args: readonly string[]): readonly string[] | undefined {
  const first = args.findIndex((word) => !word.startsWith('-'));
  return first === -1 ? undefined : args.slice(first);
}

/** Runs the command line in the Node that ships, on this process's own input and output; returns its exit code. */
export function runCommandLine(node: string, cli: string, words: readonly string[]): number {
  const { status } = spawnSync(node, [cli, ...words], { stdio: 'inherit' });
  return status ?? 1;
}
