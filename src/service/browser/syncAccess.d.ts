/** Exists only in workers; TypeScript's DOM types leave it out. */
interface FileSystemSyncAccessHandle {
  close(): void
  flush(): void
  getSize(): number
  read(bytes: Uint8Array<ArrayBuffer>, options: { at: number }): number
  truncate(size: number): void
  write(bytes: Uint8Array<ArrayBuffer>, options: { at: number }): number
}

interface FileSystemFileHandle {
  createSyncAccessHandle(): Promise<FileSystemSyncAccessHandle>
}
