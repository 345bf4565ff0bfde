// The one place that knows how the SDK and the network say that something failed.
import { StreamableHTTPError } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import { ErrorCode, McpError } from '@modelcontextprotocol/sdk/types.js';
import { GatewayError } from '../../platform/gateway-error.ts';
import { EndedProcess } from './ended-process.ts';
import { lostAnswerIn, mostReplyBytes } from './lost-answer.ts';
import { cutText } from '../../platform/cut-text.ts';

export interface BackendFacts {
  readonly name: string;
  /** URL without credentials, or the command: where the user would look. */
  readonly address: string;
  readonly timeoutMs: number;
  readonly credential?: string | undefined;
}

/** Any failure of a backend as an error a person can act on; `data` has backend, tool and the raw code. */
export function classifyError(thrown: unknown, facts: BackendFacts, tool?: string): GatewayError {
  if (thrown instanceof GatewayError) return thrown;
  const data = { backend: facts.name, ...(tool !== undefined && { tool }) };
  const make = (
    code: GatewayError['code'],
    text: string,
    more: Record<string, unknown> = {},
  ): GatewayError =>
    new GatewayError(code, `Backend "${facts.name}" ${text}`, {
      data: { ...data, ...more },
      cause: thrown,
    });
  const lost = lostAnswerIn(thrown);
  if (lost === 'too-large') {
    const text = `sent a reply of more than ${mostReplyBytes} bytes; ask it for less at a time`;
    return make('message-too-large', text);
  }
  if (lost === 'none') return make('backend-protocol', 'ended its reply without an answer');
  if (thrown instanceof EndedProcess) {
    return make('backend-unreachable', `does not answer at ${facts.address} (${thrown.message})`);
  }
  if (thrown instanceof McpError) {
    const text = thrown.message.replace(/^MCP error -?\d+: /, '');
    if (thrown.code === (ErrorCode.RequestTimeout as number)) return timedOut(make, facts);
    if (thrown.code === (ErrorCode.ConnectionClosed as number) && text === 'Connection closed') {
      return make(
        'backend-unreachable',
        `closed the connection to ${facts.address}; it is started again`,
      );
    }
    return make('backend-error', `answered: ${text}`, { rpcCode: thrown.code });
  }
  // -1: a reply of status 200 that is neither JSON nor a stream.
  if (thrown instanceof StreamableHTTPError && thrown.code !== -1)
    return fromStatus(thrown.code, facts, make);
  const reason = networkReason(thrown);
  if (reason === 'timeout') return timedOut(make, facts);
  if (reason !== undefined) {
    const isWhole = reason === words['ENOENT'] && /\s/.test(facts.address);
    const hint = isWhole ? '; a command is one word, what follows it goes under args' : '';
    return make('backend-unreachable', `does not answer at ${facts.address} (${reason})${hint}`);
  }
  const message = deepestMessage(thrown);
  return make('backend-protocol', `sent something that is not MCP (${cutText(message, 300)})`);
}

// undici says "fetch failed" and keeps the reason in the cause.
function deepestMessage(thrown: unknown): string {
  if (!(thrown instanceof Error)) return String(thrown);
  if (thrown.name === 'ZodError') return 'JSON of another kind';
  return thrown.cause instanceof Error
    ? `${thrown.message}: ${deepestMessage(thrown.cause)}`
    : thrown.message;
}

type Make = (
  code: GatewayError['code'],
  text: string,
  more?: Record<string, unknown>,
) => GatewayError;

function timedOut(make: Make, facts: BackendFacts): GatewayError {
  return make(
    'backend-timeout',
    `did not answer within ${facts.timeoutMs / 1000} s; raise options.timeout if it needs longer`,
  );
}

function fromStatus(status: number | undefined, facts: BackendFacts, make: Make): GatewayError {
  const key =
    facts.credential === undefined
      ? 'no key is configured (api_key_env)'
      : `the key "${facts.credential}" was sent`;
  switch (status) {
    case 401:
    case 403:
    // Netdata answers 412 where others answer 401.
    case 412:
      return make(
        'backend-error',
        `refuses the request (HTTP ${status}); ${key}; check it with the service's owner`,
        { httpStatus: status },
      );
    case 404:
      return make(
        'backend-unreachable',
        `has no MCP endpoint at ${facts.address} (HTTP 404); check the URL`,
        { httpStatus: status },
      );
    default:
      return make(
        'backend-error',
        `answered HTTP ${status ?? 'without a status'} at ${facts.address}${isRedirect(status) ? '; check the URL' : ''}`,
        { httpStatus: status },
      );
  }
}

function isRedirect(status: number | undefined): boolean {
  return status !== undefined && status >= 300 && status < 400;
}

/** What the network said, or undefined when it was not the network. */
function networkReason(thrown: unknown): string | undefined {
  for (
    let error = thrown, depth = 0;
    error instanceof Error && depth < 5;
    error = error.cause, depth += 1
  ) {
    const code = (error as NodeJS.ErrnoException).code;
    if (
      error.name === 'TimeoutError' ||
      code === 'UND_ERR_HEADERS_TIMEOUT' ||
      code === 'UND_ERR_BODY_TIMEOUT'
    )
      return 'timeout';
    if (
      typeof code === 'string' &&
      /^(E[A-Z]+|UND_ERR_|CERT_|DEPTH_ZERO|SELF_SIGNED|UNABLE_TO|ERR_TLS|ERR_SSL)/.test(code)
    ) {
      return words[code] ?? code;
    }
  }
  return undefined;
}

const words: Readonly<Record<string, string>> = {
  ECONNREFUSED: 'connection refused',
  ENOTFOUND: 'the host name is unknown',
  EAI_AGAIN: 'the host name cannot be looked up',
  ECONNRESET: 'the connection was reset',
  UND_ERR_SOCKET: 'the connection was closed',
  ETIMEDOUT: 'no connection in time',
  UND_ERR_CONNECT_TIMEOUT: 'no connection in time',
  ERR_SSL_WRONG_VERSION_NUMBER: 'it does not speak TLS; is it http instead of https?',
  ENOENT: 'the command was not found',
  EACCES: 'the command is not executable',
  DEPTH_ZERO_SELF_SIGNED_CERT: 'its certificate is self-signed; trust it or set tls_skip_verify',
  SELF_SIGNED_CERT_IN_CHAIN:
    'its certificate chain is self-signed; trust it or set tls_skip_verify',
  EPIPE: 'it no longer reads',
  CERT_HAS_EXPIRED: 'its certificate has expired',
};
