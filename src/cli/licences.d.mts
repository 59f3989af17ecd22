import type { Plugin } from 'vite'

export function createLicences(of: { readonly hasEngine: boolean }): {
  /** Notes the packages of a worker. */
  watch(): Plugin
  /** Notes those of the page, and writes the file. */
  write(): Plugin
}

export function packageOf(id: string): string | null

export function licenceText(packages: readonly string[], hasEngine: boolean): string
