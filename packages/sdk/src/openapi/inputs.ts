import { reservedNames } from '../compile/roots.ts';
import type { ActionInput, ValueSchema } from '@tallyhook/schemas';
import { freeName, toInputName, toLabel } from './names.ts';
import { shorten } from './value-schema.ts';

/** The inputs of an action under construction. */
export interface Inputs {
  /** Declares an input for a name in the document; returns its name in templates. */
  add(name: string, schema: ValueSchema, options: { required: boolean; description?: string | undefined }): string;
  /** Declares the input for the file to send; it may be called `file`. */
  addFile(name: string, description: string | undefined): string;
  /** Removes an input. */
  remove(name: string): void;
  has(name: string): boolean;
  count(): number;
  build(): ActionInput;
}

/** Words that templates read as values, not names. */
const words = ['true', 'false', 'null', 'undefined'];

/** A connector's limit of inputs per action. */
export const maxInputs = 200;

/** Creates an empty list of inputs. */
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
