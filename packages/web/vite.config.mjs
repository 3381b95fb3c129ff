import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';

/** Where `npx vite packages/web` finds the api while pages are worked on. */
const api = process.env.TALLYHOOK_URL ?? 'http://127.0.0.1:3000';

export default defineConfig({
  plugins: [react()],
  server: { proxy: { '/api': api, '/health': api } },
  build: {
    // Everything is served from one address, and fonts inside style sheets would be refused by the policy.
    assetsInlineLimit: 0,
    emptyOutDir: true,
    chunkSizeWarningLimit: 900,
    modulePreload: { polyfill: false },
  },
});
