import react from '@vitejs/plugin-react'
import { defineConfig } from 'vitest/config'
import { contentSecurityPolicy } from './src/protocol/contentSecurityPolicy.ts'

/** Writes the policy into the built page, for hosts that send no headers (dev needs inline scripts, so not there). */
const policyTag = {
  name: 'rowan-policy-tag',
  apply: 'build' as const,
  transformIndexHtml: () => [
    {
      tag: 'meta',
      attrs: { 'http-equiv': 'Content-Security-Policy', content: contentSecurityPolicy },
      injectTo: 'head-prepend' as const,
    },
  ],
}

export default defineConfig({
  base: './',
  plugins: [react(), policyTag],
  worker: { format: 'es' },
  build: { assetsInlineLimit: 0, target: 'baseline-widely-available' },
  test: {
    include: ['src/**/*.test.ts'],
    environment: 'node',
    testTimeout: 60_000,
    hookTimeout: 60_000,
  },
})
