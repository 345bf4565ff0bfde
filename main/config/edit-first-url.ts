import { isDeepStrictEqual } from 'node:util';
import { isScalar, parseDocument } from 'yaml';

/** Sets the address of a unit's first private backend; all other bytes stay. */
export function editFirstUrl(text: string, url: string): string {
  const document = parseDocument(text);
  if (document.errors.length > 0) throw new Error('the file has a syntax error; correct it first');
  const place = ['backends', 0, 'url'];
  const node = document.getIn(place, true);
  if (!isScalar(node) || !node.range) throw new Error('its first backend has no url to set');
  const [start, end] = node.range;
  const plain = /^https?:\/\/[\w.:/[\]-]+$/.test(url) ? url : JSON.stringify(url);
  const candidate = `${text.slice(0, start)}${plain}${text.slice(end)}`;
  document.setIn(place, url);
  if (isDeepStrictEqual(parseDocument(candidate).toJS(), document.toJS())) return candidate;
  throw new Error('the url could not be edited; change it by hand');
}
