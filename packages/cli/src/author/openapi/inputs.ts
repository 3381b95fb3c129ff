import { reservedNames } from '@tallyhook/sdk';
import type { ActionInput, ValueSchema } from '@tallyhook/schemas';
import { freeName, toInputName, toLabel } from './names.ts';
import { shorten } from './value-schema.ts';

/** The inputs of an action while it is made. */
export interface Inputs {
  /** Declares an input for something called so in the document; gives the name that templates say. */
  add(name: string, schema: ValueSchema, options: { required: boolean; description?: string | undefined }): string;
  /** Declares the input that names the file that is sent; it may be called `file`. */
  addFile(name: string, description: string | undefined): string;
  /** Takes an input away again. */
  remove(name: string): void;
  has(name: string): boolean;
  count(): number;
  build(): ActionInput;
}

/** Words that read like values, and not like names. */
const words = ['true', 'false', 'null', 'undefined'];

/** Inputs as a connector may have them: at most 200, each name once. */
export const maxInputs = 200;

/** Makes an empty list of inputs. */
export function createInputs(): Inputs {
  const properties: Record<string, ValueSchema> = {};
  const required: string[] = [];
  const reserved = [...reservedNames, ...words];
  const declare = (name: string, schema: ValueSchema, refused: readonly string[]): string => {
    const plain = toInputName(name, refused);
    const input = freeName(plain, (candidate) => Object.hasOwn(properties, candidate), '_');
    properties[input] = { ...schema, title: shorten(toLabel(name) || name, 100) };
    return input;
  };
  return {
    add(name, schema, options) {
      const description = schema.description ?? options.description;
      const described = description === undefined ? schema : { ...schema, description: shorten(description, 2000) };
      const input = declare(name, described, reserved);
      if (options.required) required.push(input);
      return input;
    },
    addFile(name, description = 'The file.') {
      const schema: ValueSchema = { type: 'string', description: shorten(description, 2000) };
      const input = declare(
        name,
        schema,
        reserved.filter((word) => word !== 'file'),
      );
      required.push(input);
      return input;
    },
    remove: (name) => void delete properties[name],
    has: (name) => Object.hasOwn(properties, name),
    count: () => Object.keys(properties).length,
    build: () => ({ type: 'object', properties, ...(required.length === 0 ? {} : { required }) }),
  };
}
