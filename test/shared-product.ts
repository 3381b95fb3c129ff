import { startProduct, type Product } from './product.ts';

let started: Promise<Product> | undefined;

/**
 * The product with its demo, started once for all files of a run that use it. They must not stop it or kill its
 * processes, and must leave the demo unchanged or use their own workspace.
 */
export function shareProduct(): Promise<Product> {
  started ??= startProduct().catch((error: unknown) => {
    // A failed start fails one file: the next one tries again.
    started = undefined;
    throw error;
  });
  return started;
}

// Outside of a suite, this hook runs once, after the last test of the last file.
after('end the product that files shared', async () => (await started)?.remove());
