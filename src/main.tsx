// First of all, as it declares the order of the cascade layers.
import './ui/styles/index.css'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { App } from './App.tsx'
import { httpHandler } from './client/httpHandler.ts'
import { loadSettings } from './state/workspace.ts'

// Before anything is drawn: the first request for records waits for it.
void loadSettings(httpHandler)

const root = document.getElementById('root')
if (root === null) throw new Error('index.html has no element with the id root')
createRoot(root).render(
  <StrictMode>
    <App />
  </StrictMode>,
)
