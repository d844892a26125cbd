import { testPowerCuts } from '#tests/support/power-cuts.ts';

testPowerCuts('first');
