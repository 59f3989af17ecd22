import type { BrowserContext, Page } from 'playwright/test'

export const LOAD_TABLE: string
export const BATCH: number
export function speakToEngine(context: BrowserContext, name?: string): Promise<void>
export function watchAcknowledged(context: BrowserContext): Promise<ReadonlySet<number>>
export function createLoadTable(page: Page): Promise<unknown>
export function loadBatches(page: Page, first: number, step?: number): Promise<never>
export function storedBatches(page: Page): Promise<Map<number, number>>
export function faults(acked: ReadonlySet<number>, stored: ReadonlyMap<number, number>): readonly string[]
export function kill(page: Page): Promise<void>
