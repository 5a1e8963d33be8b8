import { fileURLToPath } from 'node:url';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import type { Plugin } from 'vite';

const path = (relative: string) => fileURLToPath(new URL(relative, import.meta.url));
const api = { target: 'http://127.0.0.1:8090', changeOrigin: false };

/** In development the public page answers under its own address, as the server does it in production. */
function bookingAddress(): Plugin {
  return {
    name: 'kabinet-booking-address',
    configureServer(server) {
      server.middlewares.use((request, _response, next) => {
        if (/^\/booking\/[^/.]+\/?(\?|$)/.test(request.url ?? '')) request.url = '/booking.html';
        next();
      });
    },
  };
}

export default defineConfig({
  root: path('./web'),
  plugins: [react(), bookingAddress()],
  // The server puts a fresh nonce in its place with every page it sends.
  html: { cspNonce: '__CSP_NONCE__' },
  build: {
    outDir: path('./dist/web'),
    emptyOutDir: true,
    target: 'es2023',
    assetsDir: 'assets',
    assetsInlineLimit: 0,
    rolldownOptions: {
      input: { index: path('./web/index.html'), booking: path('./web/booking.html') },
    },
  },
  server: {
    port: 5173,
    proxy: { '/api': api, '/_mail': api },
    fs: { allow: [path('.')] },
  },
});
