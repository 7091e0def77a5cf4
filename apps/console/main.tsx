import './styles/tokens.css';
import './styles/base.css';
import { QueryClientProvider } from '@tanstack/react-query';
import { RouterProvider } from '@tanstack/react-router';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { queries } from './api/queries.ts';
import { endStart } from './app/read-ahead.ts';
import { watchRelease } from './app/release.ts';
import { createConsoleRouter } from './app/router.tsx';
import { applyTheme } from './app/theme.ts';
import { whenIdle } from './app/when-idle.ts';
import { loadMessages } from './messages/messages.ts';
import { startWorker } from './offline/start-worker.ts';
import { startSavingLeft } from './saving/save-left.ts';

// React Aria adds a style element, which the policy forbids, unless there is one of this name. base.css has its rule.
const marker = document.createElement('template');
marker.id = 'react-aria-pressable-style';
document.head.append(marker);

applyTheme();
const router = createConsoleRouter();
// Rendered once the chunk of the view is loaded, because React would show a placeholder for longer than loading takes.
await Promise.all([loadMessages(navigator.languages), router.load().catch(() => undefined)]);
endStart();

createRoot(document.getElementById('console') as HTMLElement).render(
  <StrictMode>
    <QueryClientProvider client={queries}>
      <RouterProvider router={router} />
    </QueryClientProvider>
  </StrictMode>,
);

watchRelease();
whenIdle(() => void startWorker(), 3000);
startSavingLeft();
