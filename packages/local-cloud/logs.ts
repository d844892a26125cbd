import { appendFile, mkdirSync } from 'node:fs';
import { dirname } from 'node:path';

export type LogEntry = {
  at: string;
  function: string;
  level: string;
  message: string;
  [field: string]: unknown;
};

export type FailurePayload = { errorType: string; errorMessage: string; trace: readonly string[] };

/** Where functions' output goes. */
export type LogSink = {
  line(functionName: string, line: string, requestId?: string): void;
  failure(functionName: string, error: FailurePayload, requestId?: string): void;
  /** The latest entries, newest last. */
  recent(): readonly LogEntry[];
};

const kept = 2000;

function parse(functionName: string, line: string, requestId?: string): LogEntry {
  const at = new Date().toISOString();
  const common = { at, function: functionName, ...(requestId && { requestId }) };
  if (line.startsWith('{')) {
    try {
      const fields = JSON.parse(line) as Record<string, unknown>;
      return { level: 'info', message: '', ...common, ...fields, at };
    } catch {
      // Not JSON after all: the line is the message.
    }
  }
  return { ...common, level: 'info', message: line };
}

/** JSON lines into a file, the latest also in memory; failures also as a calm sentence through `tell`. */
export function createLogSink(file: string, tell: (sentence: string) => void): LogSink {
  mkdirSync(dirname(file), { recursive: true });
  const entries: LogEntry[] = [];
  let pending = '';
  let writing = false;
  const flush = () => {
    if (writing || pending === '') return;
    writing = true;
    const text = pending;
    pending = '';
    appendFile(file, text, () => {
      writing = false;
      flush();
    });
  };
  const add = (entry: LogEntry) => {
    entries.push(entry);
    if (entries.length > kept) entries.splice(0, entries.length - kept);
    pending += `${JSON.stringify(entry)}\n`;
    flush();
  };
  return {
    line(functionName, line, requestId) {
      if (line.trim() !== '') add(parse(functionName, line, requestId));
    },
    failure(functionName, error, requestId) {
      const { errorType, errorMessage, trace } = error;
      const common = {
        at: new Date().toISOString(),
        function: functionName,
        ...(requestId && { requestId }),
      };
      add({ ...common, level: 'error', message: errorMessage, errorType, trace });
      tell(`${functionName} failed: ${errorMessage}`);
    },
    recent: () => entries,
  };
}
