import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useRef } from 'react';
import { ApiError } from '../api/api-error.ts';
import { call } from '../api/call.ts';
import { queryKeys } from '../api/queries.ts';
import { useFailureText, useImportTexts } from '../i18n/text-parts.ts';

/** Compresses a saved page, which can be megabytes, to about a tenth. */
export async function gzip(file: Blob): Promise<Blob> {
  const packed = file.stream().pipeThrough(new CompressionStream('gzip'));
  return new Response(packed).blob();
}

/** Asks anew for what a started import changes, and tells of its job. */
function useBegun(onStarted: (jobId: string) => void): (started: { jobId: string }) => void {
  const client = useQueryClient();
  return ({ jobId }) => {
    for (const queryKey of [queryKeys.scrapeStatus, queryKeys.history, queryKeys.usage])
      void client.invalidateQueries({ queryKey });
    onStarted(jobId);
  };
}

/** Imports a link. `onStarted` hears the job whose cars will come. */
export function useStartImport(onStarted: (jobId: string) => void) {
  /** Stays the same until there is an answer: a repeated click is one import. */
  const key = useRef<string | null>(null);
  return useMutation({
    mutationFn: (url: string) => {
      key.current ??= crypto.randomUUID();
      return call('POST /scrape', { body: { url }, headers: { 'idempotency-key': key.current } });
    },
    onSuccess: useBegun(onStarted),
    // A refusal also ends this key: the next attempt is a new import.
    onSettled: () => {
      key.current = null;
    },
  });
}

type Page = { file: Blob; query?: { url: string; by: 'button' } };

/** Imports a page that the reader saved, or that the button read; it travels gzipped. */
export function useImportPage(onStarted: (jobId: string) => void) {
  return useMutation({
    mutationFn: async ({ file, query }: Page) => {
      const body = await gzip(file);
      const headers = {
        'content-type': 'application/octet-stream',
        'content-encoding': 'gzip',
        'idempotency-key': crypto.randomUUID(),
      };
      return call('POST /api/imports/page', { query: query ?? {}, body, headers });
    },
    onSuccess: useBegun(onStarted),
  });
}

/** A refused page names its class; ours is the sentence for it, else the one for the code. */
export function useRefusalText(): (error: unknown) => string {
  const t = useImportTexts();
  const failureText = useFailureText();
  // A saved page is of any marketplace; those that refuse a person's own browser are this one's.
  const texts = t.importFailures('facebook');
  return (error) => {
    const failureClass = error instanceof ApiError ? error.details.class : undefined;
    if (typeof failureClass === 'string' && failureClass in texts && failureClass !== 'unknown_page')
      return texts[failureClass as keyof typeof texts];
    return failureText(error);
  };
}
