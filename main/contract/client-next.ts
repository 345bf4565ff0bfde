import { z } from 'zod';

/** How a client takes up what was written for it. */
const reloadWay = z.enum([
  'start',
  'type',
  'new-session',
  'by-itself',
  'toggle',
  'refresh',
  'reload-window',
  'restart',
]);
export type ReloadWay = z.infer<typeof reloadWay>;

/** What the user does next about a client. */
export const clientNext = z.discriminatedUnion('todo', [
  z.strictObject({
    todo: z.literal('reload'),
    label: z.string(),
    way: reloadWay,
    /** What is typed in the client; empty unless `way` is `type`. */
    command: z.string(),
  }),
  /** Its entry is gone, or starts an old place. */
  z.strictObject({ todo: z.literal('repair') }),
  /** An entry of our name starts something else; empty when it is not known what. */
  z.strictObject({ todo: z.literal('resolve'), starts: z.string() }),
  /** Its file is to be mended by hand. */
  z.strictObject({ todo: z.literal('mend'), problem: z.string() }),
]);
export type ClientNext = z.infer<typeof clientNext>;

/** In English, for the command line as for the window. */
export function nextInEnglish(next: ClientNext): string {
  switch (next.todo) {
    case 'reload':
      return reloadInEnglish(next.way, next.label, next.command);
    case 'repair':
      return 'Its entry is gone or starts an old place; repair it';
    case 'resolve': {
      const starts = next.starts === '' ? 'something else' : next.starts;
      return `An entry "toolmesh" that is there starts ${starts}; choose another name, or replace it`;
    }
    case 'mend':
      return next.problem;
  }
}

function reloadInEnglish(way: ReloadWay, label: string, command: string): string {
  switch (way) {
    case 'start':
      return `Start ${label}`;
    case 'type':
      return `Type ${command} in ${label}, or start it again`;
    case 'new-session':
      return `Open a new session of ${label}`;
    case 'by-itself':
      return `${label} notices by itself; if not, restart it`;
    case 'toggle':
      return `Switch the entry off and on in the settings of ${label}, or restart it`;
    case 'refresh':
      return `Press refresh in the MCP panel of ${label}, or restart it`;
    case 'reload-window':
      return `Reload the window of ${label}`;
    case 'restart':
      return `Restart ${label}`;
  }
}
