import { describe, expect, test } from 'vitest';
import type { BackendOffers } from '../../../../main/backends/backend.ts';
import type { Offering } from '../../../../main/gateway/offers/offer-directory.ts';
import {
  findResource,
  type ResourceTarget,
  type ResourceView,
} from '../../../../main/gateway/resources/find-resource.ts';
import { LinkBook } from '../../../../main/gateway/resources/link-book.ts';
import { buildResourceBook } from '../../../../main/gateway/resources/resource-book.ts';

interface Has {
  readonly resources?: readonly string[];
  readonly templates?: readonly string[];
}

function book(all: Readonly<Record<string, Has>>): ResourceView['book'] {
  return buildResourceBook(
    Object.entries(all).map(([backend, { resources = [], templates = [] }]): Offering => {
      const offers = {
        resources: () => resources.map((uri) => ({ uri, name: 'it' })),
        templates: () => templates.map((uriTemplate) => ({ uriTemplate, name: 'it' })),
      };
      return { backend, offers: offers as unknown as BackendOffers };
    }),
  );
}

function find(
  uri: string,
  all: Readonly<Record<string, Has>>,
  more: Partial<ResourceView> = {},
): ResourceTarget {
  const view = { book: book(all), told: undefined, links: new LinkBook() };
  const { backend, uri: own } = findResource(uri, {
    ...view,
    backends: Object.keys(all),
    ...more,
  });
  return { backend, uri: own };
}

const both = { a: { resources: ['x://1'] }, b: { resources: ['x://1'] } };

describe('a URI', () => {
  test('leads to the only backend that lists it', () => {
    const all = { a: { resources: ['x://1'] }, b: { resources: ['x://2'] } };
    expect(find('x://2', all)).toEqual({ backend: 'b', uri: 'x://2' });
  });

  test('that two claim leads where the last link came from', () => {
    const links = new LinkBook();
    links.add('a', ['x://1']);
    links.add('b', ['x://1']);
    expect(find('x://1', both, { links })).toEqual({ backend: 'b', uri: 'x://1' });
  });

  test('keeps the meaning of the list the client was told', () => {
    const told = book({ b: { resources: ['x://1'] } });
    expect(find('x://1', both, { told })).toEqual({ backend: 'b', uri: 'x://1' });
  });

  test('that two claim is refused with both forms', () => {
    expect(() => find('x://1', both)).toThrow(
      'ask for "toolmesh://a/x://1" or "toolmesh://b/x://1"',
    );
  });

  test('that two claim is no question for who may use one of them', () => {
    expect(find('x://1', both, { backends: ['b'] })).toEqual({ backend: 'b', uri: 'x://1' });
  });

  test('of a backend that may not be used leads there, to be denied', () => {
    expect(find('x://1', { a: { resources: ['x://1'] }, b: {} }, { backends: ['b'] })).toEqual({
      backend: 'a',
      uri: 'x://1',
    });
  });

  test('in the qualified form leads to the backend it names', () => {
    expect(find('toolmesh://b/y://9?q#f', both)).toEqual({ backend: 'b', uri: 'y://9?q#f' });
  });

  test('of another gateway is not taken for ours', () => {
    const all = { inner: { resources: ['toolmesh://b/x://1'] }, b: { resources: ['x://1'] } };
    expect(find('toolmesh://inner/toolmesh://b/x://1', all)).toEqual({
      backend: 'inner',
      uri: 'toolmesh://b/x://1',
    });
    expect(find('toolmesh://b/x://1', all)).toEqual({ backend: 'b', uri: 'x://1' });
  });

  test('in no list goes to the only backend there is, and nowhere among several', () => {
    expect(find('z://1', { a: {} })).toEqual({ backend: 'a', uri: 'z://1' });
    expect(() => find('z://1', { a: {}, b: {} })).toThrow('is of no backend');
  });
});

test('a template whose URIs another backend lists is shown in its qualified form', () => {
  const { templates } = book({
    a: { templates: ['file:///{+path}', 'a://{id}'] },
    b: { resources: ['file:///x'] },
  });
  expect(templates.map(({ shown }) => shown)).toEqual(['toolmesh://a/file:///{+path}', 'a://{id}']);
});
