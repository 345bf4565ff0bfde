import { randomUUID } from 'node:crypto';
import type { Param, RestTool } from '../dadl/model.ts';
import { scalarText } from '../dadl/scalar-text.ts';
import { RestFailure } from '../rest-failure.ts';
import { argumentValue } from './argument-value.ts';
import type { FetchFile, FetchedFile } from './fetch-file.ts';
import { flatten } from './flatten.ts';
import { nestKeys } from './nest-keys.ts';

export interface Body {
  readonly bytes: Buffer;
  readonly contentType: string;
}

/** The request's body, or undefined when nothing is given for it. Never larger than the tool allows. */
export async function buildBody(
  tool: RestTool,
  params: ReadonlyMap<string, Param>,
  args: Readonly<Record<string, unknown>>,
  fetchFile: FetchFile,
): Promise<Body | undefined> {
  const given = [...params.values()].flatMap((param) => {
    const value = param.in === 'body' ? argumentValue(param, args) : undefined;
    return value === undefined ? [] : [{ param, value }];
  });
  if (given.length === 0) return undefined;
  const body = await encode(tool, given, fetchFile);
  refuseLarge(body?.bytes.length ?? 0, tool.maxBodyBytes);
  return body;
}

function refuseLarge(size: number, limit: number): void {
  if (size > limit)
    throw new RestFailure(
      'invalid_input',
      `the request body has ${size} bytes, more than its limit of ${limit}`,
    );
}

type Given = readonly { readonly param: Param; readonly value: unknown }[];

async function encode(
  tool: RestTool,
  given: Given,
  fetchFile: FetchFile,
): Promise<Body | undefined> {
  const { contentType } = tool;
  if (/^multipart\//i.test(contentType)) return multipart(tool, given, fetchFile);
  const [first] = given;
  if (first?.param.type === 'file_url') {
    if (first.value === null) return undefined;
    const file = await fetchFile(scalarText(first.value), tool.maxBodyBytes);
    return { bytes: file.bytes, contentType: tool.ownContentType ?? file.contentType };
  }
  if (/x-www-form-urlencoded/i.test(contentType)) {
    const pairs = given.flatMap(({ param, value }) => flatten(param.name, value));
    const text = pairs
      .map(([name, value]) => `${encodeURIComponent(name)}=${encodeURIComponent(value)}`)
      .join('&');
    return { bytes: Buffer.from(text), contentType };
  }
  const declared = [...tool.params.values()].filter((param) => param.in === 'body').length;
  if (!/json/i.test(contentType) && declared === 1)
    return { bytes: Buffer.from(scalarText(first?.value)), contentType };
  const fields = Object.fromEntries(given.map(({ param, value }) => [param.name, value]));
  return {
    bytes: Buffer.from(JSON.stringify(tool.nestBodyKeys ? nestKeys(fields) : fields)),
    contentType,
  };
}

async function multipart(tool: RestTool, given: Given, fetchFile: FetchFile): Promise<Body> {
  const boundary = `toolmesh-${randomUUID()}`;
  const parts: Buffer[] = [];
  for (const { param, value } of given) {
    if (value === null) continue;
    const file =
      param.type === 'file_url' ? await fetchFile(scalarText(value), tool.maxBodyBytes) : undefined;
    const bytes = file?.bytes ?? Buffer.from(scalarText(value));
    refuseLarge(bytes.length, tool.maxBodyBytes);
    parts.push(Buffer.from(partHead(boundary, param.name, file)), bytes, Buffer.from('\r\n'));
  }
  parts.push(Buffer.from(`--${boundary}--\r\n`));
  const type = /^multipart\/[^;]*/i.exec(tool.contentType)?.[0].trim() ?? 'multipart/form-data';
  return { bytes: Buffer.concat(parts), contentType: `${type}; boundary=${boundary}` };
}

function partHead(boundary: string, name: string, file: FetchedFile | undefined): string {
  const head = `--${boundary}\r\nContent-Disposition: form-data; name="${escaped(name)}"`;
  if (file === undefined) return `${head}\r\n\r\n`;
  return `${head}; filename="${escaped(file.name)}"\r\nContent-Type: ${file.contentType}\r\n\r\n`;
}

// As browsers do, so that a name cannot end the header early.
function escaped(text: string): string {
  return text.replace(/"/g, '%22').replace(/\r/g, '%0D').replace(/\n/g, '%0A');
}
