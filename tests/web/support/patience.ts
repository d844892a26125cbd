import { configure } from '@testing-library/react';

// Screens come in parts that are loaded when they are wanted: a busy machine must not decide a test.
configure({ asyncUtilTimeout: 15_000 });
