import type { Transport } from '@modelcontextprotocol/sdk/shared/transport.js';
import { ErrorCode, McpError } from '@modelcontextprotocol/sdk/types.js';
import { cutText } from '../../platform/cut-text.ts';

/** A server's process that ended before it answered; EPIPE alone would not tell anybody why. */
export class EndedProcess extends Error {
  override readonly name = 'EndedProcess';

  constructor(code: number | null, signal: string | null, lastLines: readonly string[]) {
    const how = code === null ? `by ${signal ?? 'a signal'}` : `with exit code ${code}`;
    // It may hold what moves a terminal's cursor.
    const said = telling(lastLines)?.replace(/[\p{Cc}\p{Cf}]/gu, '?');
    super(
      said === undefined
        ? `it ended ${how}`
        : `it ended ${how} after saying "${cutText(said, 200)}"`,
    );
  }
}

// Node ends with its version and npm with the path of a log; the line before tells what is wrong.
function telling(lines: readonly string[]): string | undefined {
  return lines.find((line) => /error/i.test(line)) ?? lines.at(-1);
}

/** A transport over a process that can tell how that ended. */
interface ProcessTransport extends Transport {
  readonly ending: EndedProcess | undefined;
}

export function endingOf(transport: Transport | undefined): EndedProcess | undefined {
  return transport !== undefined && 'ending' in transport
    ? (transport as ProcessTransport).ending
    : undefined;
}

/** Whether the other end went away, as the SDK or the pipe says it. */
export function isGone(thrown: unknown): boolean {
  if (thrown instanceof McpError) return thrown.code === (ErrorCode.ConnectionClosed as number);
  const { code } = thrown as NodeJS.ErrnoException;
  return code === 'EPIPE' || code === 'ERR_STREAM_DESTROYED' || code === 'EOF';
}
