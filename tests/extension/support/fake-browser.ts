import type { BrowserApi } from '../../../extension/worker/worker.ts';

type Stored = Record<string, unknown>;

/** A storage area in memory; like a browser's, it copies values in and out. */
function storageArea() {
  let stored: Stored = {};
  return {
    get: async (key: string) => structuredClone(key in stored ? { [key]: stored[key] } : {}),
    set: async (values: Stored) => {
      stored = { ...stored, ...structuredClone(values) };
    },
    remove: async (key: string) => {
      const { [key]: _, ...rest } = stored;
      stored = rest;
    },
    all: () => stored,
  };
}

export const extensionId = 'abcdefghijklmnopabcdefghijklmnop';

/** The parts of the browser's API that the worker uses: tabs, alarms, storage and the badge of its button. */
export function fakeBrowser() {
  const tabs: { id: number; url: string; isOpen: boolean; active: boolean }[] = [];
  const alarms = new Map<string, chrome.alarms.AlarmCreateInfo>();
  const local = storageArea();
  const session = storageArea();
  let badge = '';
  const nobody = { addListener: () => undefined };
  const api = {
    runtime: {
      id: extensionId,
      getURL: (path: string) => `chrome-extension://${extensionId}/${path}`,
      onMessage: nobody,
    },
    storage: { local, session },
    alarms: {
      create: async (name: string, info: chrome.alarms.AlarmCreateInfo) => void alarms.set(name, info),
      get: async (name: string) => alarms.get(name),
      clear: async (name: string) => alarms.delete(name),
      onAlarm: nobody,
    },
    tabs: {
      create: async ({ url }: chrome.tabs.CreateProperties) => {
        const tab = { id: tabs.length + 1, url: url ?? '', isOpen: true, active: false };
        tabs.push(tab);
        return tab;
      },
      get: async (id: number) => {
        const tab = tabs.find((one) => one.id === id && one.isOpen);
        if (!tab) throw new Error(`No tab with id: ${id}`);
        return tab;
      },
      remove: async (id: number) => {
        const tab = tabs.find((one) => one.id === id);
        if (!tab?.isOpen) throw new Error(`No tab with id: ${id}`);
        tab.isOpen = false;
      },
    },
    action: {
      setBadgeText: async ({ text }: chrome.action.BadgeTextDetails) => {
        badge = text ?? '';
      },
    },
  };
  // The overloads of the real functions are more than the worker calls.
  return { api: api as unknown as BrowserApi, tabs, alarms, local, session, badge: () => badge };
}
