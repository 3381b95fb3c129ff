import { posix } from 'node:path';
import type { RecordType } from '@tallyhook/schemas';
import { schemas } from '@tallyhook/schemas/api';
import { describeQuestions } from './describe-questions.ts';
import { describeRecords } from './record-of-type.ts';

interface SchemaFile {
  $id: string;
  /** Absent in files that only hold definitions; each definition is a component. */
  title?: string;
  $defs?: Record<string, object>;
}

/** Only connector authors need fixtures. */
const files = (schemas as SchemaFile[]).filter(({ $id }) => $id !== 'fixture.schema.json');
const fileById = new Map(files.map((file) => [file.$id, file]));

/** The schemas of the document; given the types of a branch, questions and records are described by these types. */
export function describeComponents(types: readonly RecordType[] = []): Record<string, object> {
  const shared = files.flatMap((file): [string, object][] =>
    file.title === undefined
      ? Object.entries(file.$defs ?? {}).map(([name, schema]) => [name, toOpenApi(schema, file)])
      : [[file.title, toOpenApi(file, file)]],
  );
  return {
    ...Object.fromEntries(shared),
    ...(types.length > 0 ? { ...describeQuestions(types), ...describeRecords(types) } : {}),
  };
}

/** Keywords that only our own tools use; a property may have the same name. */
const ownKeywords = ['antiExamples', 'expected', 'tsType', 'tagValues', '$id', '$schema'];
const maps = ['properties', '$defs'];

/** Converts a schema from a file to OpenAPI. */
function toOpenApi(schema: object, file: SchemaFile): object {
  const convert = (node: unknown, isMap: boolean): unknown => {
    if (Array.isArray(node)) return node.map((one) => convert(one, false));
    if (typeof node !== 'object' || node === null) return node;
    const kept = Object.entries(node).filter(([key]) => isMap || !ownKeywords.includes(key));
    return Object.fromEntries(
      kept.map(([key, value]) =>
        key === '$ref' && typeof value === 'string'
          ? [key, refOf(value, file)]
          : [key, convert(value, !isMap && maps.includes(key))],
      ),
    );
  };
  return convert(schema, false) as object;
}

/** Converts `#/$defs/a` and `../report.schema.json#/$defs/a` to references within the document. */
function refOf(ref: string, from: SchemaFile): string {
  const [path = '', pointer = ''] = ref.split('#');
  const file = path === '' ? from : fileById.get(posix.join(posix.dirname(from.$id), path));
  if (file === undefined) throw new Error(`${from.$id} refers to "${ref}", which is not a schema.`);
  const place = file.title === undefined ? pointer.replace(/^\/\$defs\//, '') : `${file.title}${pointer}`;
  return `#/components/schemas/${place}`;
}
