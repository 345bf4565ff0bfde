import type { Diagnostic } from './model.ts';

/** One sentence for the window, the log and `toolmesh check`. */
export function describeDiagnostic(client: string, found: Diagnostic): string {
  const { code, tool = '', detail = '' } = found;
  const list = (value: unknown): string =>
    Array.isArray(value) ? value.join(', ') : String(value);
  switch (code) {
    case 'INVALID_NAME':
      return `Tool "${tool}" is not listed: a part of its name is empty`;
    case 'INVALID_FIELD':
      return `Tool "${tool}" is not listed: its ${detail} cannot be read`;
    case 'TOO_MANY_DOTS':
      return `Tool "${tool}" is not listed: a name has at most two dots`;
    case 'DUPLICATE_ACTION':
      return `Tool "${tool}" exists twice; the one of "${String(found['kept'])}" is listed, not that of "${String(found['dropped'])}"`;
    case 'NAME_COLLISION':
      return `${list(found['tools'])} would all be called "${String(found['name'])}"; each got a hash behind its name`;
    case 'NAME_RESERVED':
      return `"${String(found['name'])}" is a name clients keep for themselves; ${list(found['tools'])} got a hash behind it`;
    case 'INVALID_INPUT_SCHEMA':
      return `Tool "${tool}" is not listed: its input schema cannot be used (${detail})`;
    case 'UNRESOLVED_REF':
      return `Tool "${tool}" refers to "${detail}", which leads nowhere in its schema; that part takes anything`;
    case 'DISCRIMINATOR_RENAMED':
      return `"${String(found['namespace'])}" has a field "${String(found['from'])}" of its own; its operation is picked with "${String(found['to'])}"`;
    case 'ANNOTATION_CONFLICT':
      return `Tool "${tool}" declares a ${detail} that contradicts its access class; the safer one counts`;
    case 'FILTER_EMPTY_ANYTAG':
      return `A filter for client "${client}" has an empty anyTag, which hides nothing; remove it or name tags`;
    case 'TOO_MANY_TOOLS':
      return `Client "${client}" takes at most ${String(found['most'])} tools and would get ${String(found['tools'])}; it is served ${String(found['instead'])}`;
  }
}
