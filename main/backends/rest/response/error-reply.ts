import { selectPath, type JsonPath } from '../dadl/json-path.ts';
import type { RestTool } from '../dadl/model.ts';
import { scalarText } from '../dadl/scalar-text.ts';
import type { HttpReply } from '../http/http-client.ts';
import { readHead } from '../http/read-body.ts';
import { RestFailure } from '../rest-failure.ts';

const mostBytes = 1_000_000;
const mostChars = 1024;

const codes: Readonly<Record<number, string>> = {
  400: 'invalid_input',
  401: 'unauthorized',
  403: 'forbidden',
  404: 'not_found',
  408: 'timeout',
  409: 'conflict',
  410: 'not_found',
  422: 'invalid_input',
  429: 'rate_limited',
  500: 'internal',
  502: 'unavailable',
  503: 'unavailable',
  504: 'unavailable',
};

/** A reply outside 2xx as the failure it means. */
export async function toFailure(
  { errors, response }: Pick<RestTool, 'errors' | 'response'>,
  reply: HttpReply,
): Promise<RestFailure> {
  const { status } = reply;
  // The status says enough when the body breaks off.
  const text = await readHead(reply, mostBytes).then(
    (bytes) => new TextDecoder().decode(bytes),
    () => '',
  );
  const document = parse(text);
  const own = textAt(errors.messagePath, document);
  // A tool that redacts must not show in its errors what it hides in its answers.
  const fallback = response.redact.length > 0 ? `HTTP ${status}` : text.trim();
  const message = own ?? (fallback === '' ? `HTTP ${status}` : fallback);
  const code = Object.hasOwn(errors.map, status) ? errors.map[String(status)] : undefined;
  return new RestFailure(code ?? defaultCode(status), cut(message), {
    httpStatus: status,
    providerCode: textAt(errors.codePath, document),
  });
}

function defaultCode(status: number): string {
  const known = codes[status];
  if (known !== undefined) return known;
  if (status >= 400 && status < 500) return 'client_error';
  return status >= 500 && status < 600 ? 'server_error' : 'unexpected_status';
}

function textAt(path: JsonPath | undefined, document: unknown): string | undefined {
  if (path === undefined || document === undefined) return undefined;
  const match = selectPath(path, document);
  if (!match.found || match.value === undefined || match.value === null) return undefined;
  return scalarText(match.value);
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function cut(text: string): string {
  return text.length > mostChars ? `${text.slice(0, mostChars)}... (truncated)` : text;
}
