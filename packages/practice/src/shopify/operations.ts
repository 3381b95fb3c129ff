import type { Keeper } from '../keeper.ts';
import { type Fields, isText } from '../read-body.ts';

interface Operation {
  /** The field of the query or mutation. */
  field: string;
  resolve(variables: Fields, keeper: Keeper): unknown;
}

const orders = [1, 2, 3].map((number) => ({
  id: `gid://shopify/Order/${number}`,
  name: `#100${number}`,
  email: `buyer${number}@example.com`,
}));

/** The operations of the shop. A mutation is refused with `userErrors`. */
export const operations: Operation[] = [
  { field: 'shop', resolve: () => ({ name: 'Practice' }) },
  { field: 'order', resolve: ({ id }) => orders.find((order) => order.id === id) ?? null },
  {
    field: 'orders',
    resolve({ first, after }) {
      const from = after === undefined || after === null ? 0 : orders.findIndex(({ id }) => id === after) + 1;
      const nodes = orders.slice(from, from + Number(first));
      const hasNextPage = from + nodes.length < orders.length;
      return { nodes, pageInfo: { hasNextPage, endCursor: nodes.at(-1)?.id ?? null } };
    },
  },
  {
    field: 'tagsAdd',
    resolve({ id, tags }, keeper) {
      if (!orders.some((order) => order.id === id)) return { node: null, userErrors: [wrong('id', 'Order not found')] };
      if (!Array.isArray(tags)) return { node: null, userErrors: [wrong('tags', 'is not a list')] };
      keeper.add('tags', { id, tags });
      return { node: { id }, userErrors: [] };
    },
  },
  {
    field: 'productCreate',
    resolve({ product }, keeper) {
      const { title } = (product ?? {}) as Fields;
      if (!isText(title)) return { product: null, userErrors: [wrong('title', "Title can't be blank")] };
      const handle = title.toLowerCase().replaceAll(/[^a-z0-9]+/g, '-');
      const made = { id: `gid://shopify/Product/${keeper.nextNumber()}`, handle, ...(product as Fields) };
      return { product: keeper.add('products', made), userErrors: [] };
    },
  },
  {
    field: 'inventoryAdjustQuantities',
    resolve({ input }, keeper) {
      const { changes } = (input ?? {}) as { changes?: { delta: unknown }[] };
      const isSound = Array.isArray(changes) && changes.every(({ delta }) => Number.isInteger(delta));
      if (!isSound) return { inventoryAdjustmentGroup: null, userErrors: [wrong('delta', 'is not an integer')] };
      const id = `gid://shopify/InventoryAdjustmentGroup/${keeper.nextNumber()}`;
      keeper.add('adjustments', { id, ...(input as Fields) });
      return { inventoryAdjustmentGroup: { id }, userErrors: [] };
    },
  },
];

function wrong(field: string, message: string): { field: string[]; message: string } {
  return { field: [field], message };
}
