import { type ButtonSettings, pressButton } from './press-button.ts';

/** The bookmark defines it in front of this code. */
declare const bilfundButton: ButtonSettings;

pressButton(bilfundButton);
