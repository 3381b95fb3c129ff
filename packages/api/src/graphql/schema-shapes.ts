import { describeComponents } from '../openapi/components.ts';

/** A JSON schema as far as GraphQL can say it; what it cannot say is any JSON. */
export type Shape =
  | { kind: 'json' }
  | { kind: 'scalar'; name: 'ID' | 'String' | 'Int' | 'Float' | 'Boolean' }
  | { kind: 'enum'; name: string; values: readonly string[] }
  | { kind: 'list'; item: ShapeOfValue }
  | { kind: 'object'; name: string; description?: string | undefined; fields: () => readonly ShapeField[] };

export interface ShapeOfValue {
  shape: Shape;
  isNullable: boolean;
}

export interface ShapeField extends ShapeOfValue {
  name: string;
  description?: string | undefined;
  isRequired: boolean;
}

interface Node {
  $ref?: string;
  title?: string;
  description?: string;
  type?: string | string[];
  const?: unknown;
  enum?: unknown[];
  items?: Node;
  properties?: Record<string, Node>;
  required?: string[];
  maximum?: number;
  anyOf?: Node[];
  oneOf?: Node[];
}

const json: ShapeOfValue = { shape: { kind: 'json' }, isNullable: true };
const maxInt = 2 ** 31 - 1;
const graphqlName = /^(?!__)[_A-Za-z]\w*$/;

/** Creates a reader of the schemas that bodies and answers of routes are named by, such as `Commit`. */
export function createShapes(): (name: string) => ShapeOfValue {
  const components = describeComponents() as Record<string, Node>;

  /** Reads a schema; `name` is for what has none itself. */
  const read = (node: Node, name: string): ShapeOfValue => {
    if (node.$ref !== undefined) return readReference(node.$ref);
    const union = node.anyOf ?? node.oneOf;
    if (union !== undefined) return readUnion(union, { ...node, title: node.title ?? name });
    const types = [node.type ?? []].flat();
    const isNullable = types.includes('null');
    const only = types.filter((one) => one !== 'null');
    return only.length > 1 ? json : { shape: readOne(node, only[0], node.title ?? name), isNullable };
  };

  const readOne = (node: Node, type: string | undefined, name: string): Shape => {
    const values = node.enum;
    if (values?.every((value) => typeof value === 'string')) {
      const isSayable = values.every((value) => graphqlName.test(value) && !/^(true|false|null)$/.test(value));
      return isSayable ? { kind: 'enum', name, values } : { kind: 'scalar', name: 'String' };
    }
    switch (type ?? typeof node.const) {
      case 'string':
        return { kind: 'scalar', name: 'String' };
      case 'boolean':
        return { kind: 'scalar', name: 'Boolean' };
      case 'integer':
        // A number of records or bytes may be larger than the integers of GraphQL.
        return { kind: 'scalar', name: (node.maximum ?? Infinity) <= maxInt ? 'Int' : 'Float' };
      case 'number':
        return { kind: 'scalar', name: 'Float' };
      case 'array':
        return node.items === undefined ? json.shape : { kind: 'list', item: read(node.items, `${name}Item`) };
      default:
        return node.properties === undefined ? json.shape : readObject([node], name, node.description);
    }
  };

  const readReference = (ref: string): ShapeOfValue => {
    const path = ref.replace('#/components/schemas/', '').split('/');
    const node = path.reduce<unknown>((found, part) => (found as Record<string, unknown>)[part], components) as Node;
    if (path.length === 1 && path[0] === 'Id') return { shape: { kind: 'scalar', name: 'ID' }, isNullable: false };
    const words = path.filter((part) => part !== '$defs' && part !== 'properties');
    return read(node, words.map(capital).join(''));
  };

  const readUnion = (branches: readonly Node[], { title, description }: Node): ShapeOfValue => {
    const others = branches.filter(({ type }) => type !== 'null');
    const isNullable = others.length < branches.length;
    if (others.length === 1) return { ...read(others[0]!, title!), isNullable };
    const resolved = others.map(resolve);
    return isTagged(resolved) ? { shape: readObject(resolved, title!, description), isNullable } : json;
  };

  const resolve = (node: Node): Node => {
    if (node.$ref === undefined) return node;
    const path = node.$ref.replace('#/components/schemas/', '').split('/');
    return path.reduce<unknown>((found, part) => (found as Record<string, unknown>)[part], components) as Node;
  };

  /** An object; of several alternatives, with the fields of all of them. */
  const readObject = (nodes: readonly Node[], name: string, description: string | undefined): Shape => ({
    kind: 'object',
    name,
    description,
    fields() {
      const names = new Set(nodes.flatMap(({ properties = {} }) => Object.keys(properties)));
      return [...names].filter((one) => graphqlName.test(one)).map((one) => readField(nodes, name, one));
    },
  });

  const readField = (nodes: readonly Node[], parent: string, name: string): ShapeField => {
    const found = nodes.flatMap(({ properties = {} }) => properties[name] ?? []);
    const [first, ...others] = found.map((node) => read(node, parent + capital(name)));
    const isSame = others.every(({ shape }) => sameShape(shape, first!.shape));
    return {
      ...(isSame ? first! : json),
      name,
      description: found[0]!.description,
      isRequired: nodes.every(({ required = [] }) => required.includes(name)),
    };
  };

  return (name) => readReference(`#/components/schemas/${name}`);
}

/** Whether alternatives are objects that a constant tells apart, such as the kinds of fields. */
function isTagged(nodes: readonly Node[]): boolean {
  const [first] = nodes;
  return Object.keys(first?.properties ?? {}).some((name) =>
    nodes.every(({ properties, required = [] }) => {
      return required.includes(name) && typeof properties?.[name]?.const === 'string';
    }),
  );
}

function sameShape(one: Shape, other: Shape): boolean {
  if (one.kind === 'list') return other.kind === 'list' && sameShape(one.item.shape, other.item.shape);
  const nameOf = (shape: Shape) => ('name' in shape ? shape.name : '');
  return one.kind === other.kind && nameOf(one) === nameOf(other);
}

const capital = (word: string): string => word.charAt(0).toUpperCase() + word.slice(1);
