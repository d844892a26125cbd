import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { cleanup, render } from '@testing-library/react';
import type { ReactNode } from 'react';
import { MemoryRouter } from 'react-router-dom';
import { afterEach, vi } from 'vitest';
import { adoptSession } from '../../../web/src/api/session.ts';
import { da } from '../../../web/src/i18n/da.ts';
import { en } from '../../../web/src/i18n/en.ts';
import { LanguageProvider } from '../../../web/src/i18n/language.tsx';
import * as textParts from '../../../web/src/i18n/text-parts.ts';
import { Notices } from '../../../web/src/ui/notices.tsx';

// Fetched once, so that no screen waits for its texts.
await Promise.all(
  Object.values(textParts).flatMap((part): Promise<unknown>[] =>
    'load' in part ? [part.load('en'), part.load('da')] : [],
  ),
);

type Options = { language?: 'en' | 'da'; path?: string; client?: QueryClient };

// A screen that stays mounted would ask the real network once the stub is gone.
afterEach(() => {
  cleanup();
  adoptSession(null);
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

/** Signs somebody in, without the service. */
export function signIn(): void {
  adoptSession({ accessToken: 't', expiresIn: 3600, user: { id: 'u', email: 'mette@example.dk' } });
}

/** Renders with everything a screen stands in: language, router, query client, notices. */
export function renderApp(
  children: ReactNode,
  {
    language = 'en',
    path = '/',
    client = new QueryClient({ defaultOptions: { queries: { retry: false } } }),
  }: Options = {},
) {
  cleanup();
  const view = render(
    <LanguageProvider initial={{ language, texts: language === 'en' ? en : da }}>
      <QueryClientProvider client={client}>
        <MemoryRouter initialEntries={[path]}>
          {children}
          <Notices />
        </MemoryRouter>
      </QueryClientProvider>
    </LanguageProvider>,
  );
  return { ...view, client };
}

type Answer = { status?: number; body: unknown };
type Request = {
  address: string;
  key: string;
  query: URLSearchParams;
  body: unknown;
  headers: Record<string, string>;
};

/** What a service says of itself that imports from Facebook. */
export const about = {
  body: { importsEnabled: true, platesEnabled: false, sources: ['facebook'], demo: null },
};

/** Answers requests by "METHOD /path"; returns what was asked, in order. Unknown paths answer 404. */
export function stubService(answers: Record<string, Answer | ((request: Request) => Answer)>): Request[] {
  const requests: Request[] = [];
  vi.stubGlobal('fetch', async (url: string, init: RequestInit = {}) => {
    const [path, query] = url.split('?');
    const key = `${init.method ?? 'GET'} ${path}`;
    const body: unknown = typeof init.body === 'string' ? JSON.parse(init.body) : init.body;
    const request = {
      address: url,
      key,
      query: new URLSearchParams(query),
      body,
      headers: (init.headers ?? {}) as Record<string, string>,
    };
    requests.push(request);
    const found = answers[key];
    const answer = typeof found === 'function' ? found(request) : found;
    const { status = 200, body: answered } = answer ?? { status: 404, body: { message: 'Not Found' } };
    return new Response(JSON.stringify(answered), { status });
  });
  return requests;
}
