import assert from 'node:assert/strict';
import { toPointer } from '@tallyhook/schemas';
import { compileConnector } from '../src/compile/compile-connector.ts';
import type { JsonPath } from '../src/compile/source-file.ts';
import { goldenConnector } from './golden-connector.ts';
import { oauthConnector } from './oauth-connector.ts';
import { richConnector } from './rich-connector.ts';
import { subscribingConnector } from './subscribing-connector.ts';

const connectors = {
  golden: goldenConnector,
  oauth: oauthConnector,
  rich: richConnector,
  subscribing: subscribingConnector,
};

/** The keys directly below these are names chosen by the author or the service. */
const ofNames = /\/(properties|query|headers|keep|parameters|names|form)$/;
/** Nothing inside these has a name of ours. */
const ofData =
  /\/json$|\/output$|^fixtures.*(#\/(input|account|(expect\/)?subscription)|\/(request|response|delivery)\/body)$/;

interface Place {
  file: string;
  path: JsonPath;
}

describe('a key with a missing letter', () => {
  for (const [name, texts] of Object.entries(connectors)) {
    it(`is the only problem reported in the ${name} connector, with a suggestion, for every key`, () => {
      assert.deepEqual(problemsOf(texts), []);
      const wrong = placesIn(texts).flatMap((place) => {
        const { text, pointer, written } = misspell(texts[place.file]!, place.path);
        const found = problemsOf({ ...texts, [place.file]: text });
        const expected = [`${place.file} ${pointer} unknown_key did you mean "${place.path.at(-1)}"?`];
        return JSON.stringify(found) === JSON.stringify(expected) ? [] : [{ place, written, found }];
      });
      assert.deepEqual(wrong, []);
    });
  }
});

function problemsOf(texts: Readonly<Record<string, string>>): string[] {
  return compileConnector(new Map(Object.entries(texts))).problems.map(
    ({ file, pointer, code, hint }) => `${file} ${pointer} ${code} ${hint}`,
  );
}

function placesIn(texts: Readonly<Record<string, string>>): Place[] {
  return Object.entries(texts).flatMap(([file, text]) =>
    keysOf(file, JSON.parse(text)).map((path) => ({ file, path })),
  );
}

function keysOf(file: string, value: unknown, path: JsonPath = []): JsonPath[] {
  const place = file + toPointer(path);
  if (typeof value !== 'object' || value === null || ofData.test(place)) return [];
  const isOurs = !Array.isArray(value) && !ofNames.test(place);
  return Object.entries(value).flatMap(([key, child]) => [
    ...(isOurs ? [[...path, key]] : []),
    ...keysOf(file, child, [...path, key]),
  ]);
}

function misspell(text: string, path: JsonPath): { text: string; pointer: string; written: string } {
  const key = String(path.at(-1));
  const at = Math.min(2, key.length - 1);
  const written = key.slice(0, at) + key.slice(at + 1);
  const value = JSON.parse(text) as unknown;
  const parent = path.slice(0, -1).reduce<unknown>((node, part) => (node as Record<string, unknown>)[part], value);
  const entries = Object.entries(parent as object).map(([name, child]) => [name === key ? written : name, child]);
  for (const name of Object.keys(parent as object)) delete (parent as Record<string, unknown>)[name];
  Object.assign(parent as object, Object.fromEntries(entries));
  return { text: JSON.stringify(value, null, 2), pointer: toPointer([...path.slice(0, -1), written]), written };
}
