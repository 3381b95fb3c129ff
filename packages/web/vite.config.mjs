import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';

/** The api that `npx vite packages/web` uses during development. */
const api = process.env.TALLYHOOK_URL ?? 'http://127.0.0.1:3000';

export default defineConfig({
  plugins: [react()],
  server: { proxy: { '/api': api, '/health': api } },
  build: {
    // Serve everything from one origin: the content security policy refuses fonts inlined in style sheets.
    assetsInlineLimit: 0,
    emptyOutDir: true,
    chunkSizeWarningLimit: 900,
    modulePreload: { polyfill: false },
  },
});
