import { vi } from 'vitest';

/**
 * Files of tests share a process and the packages that it has loaded. Our own modules are loaded anew for each file: their
 * clients read the environment when they are made.
 */
vi.resetModules();
