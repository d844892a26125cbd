import { parseAst } from 'vite';
import { describe, expect, it } from 'vitest';
import { shakeRouter } from '../../web/shake-router.ts';

/** What the build makes of a file of the router. */
function shaken(code: string): string {
  const { transform } = shakeRouter();
  if (typeof transform !== 'object') throw new Error('The plugin has no transform.');
  return transform.handler.call({ parse: parseAst } as never, code, 'x') as string;
}

const sample = `
import { forwardRef, createContext, Component } from "react";
var Place = createContext(null);
Place.displayName = "Place";
var Boundary = class extends Component {};
Boundary.contextType = Place;
var Form = forwardRef(() => null);
Form.displayName = "Form";
function Restore() { return null; }
Restore.displayName = "Restore";
var names = ["a", "b"];
names.length = 1;
var known = new Set(names);
export { Place, Boundary, Form, Restore, names, known };
`;

describe('the router in the build', () => {
  it('unused components of the router can be dropped, because only their own declarations mention them', () => {
    const code = shaken(sample);
    expect(code).not.toContain('displayName');
    expect(code).toContain('var Form = /* @__PURE__ */ forwardRef(() => null);');
    expect(code).toContain('var known = /* @__PURE__ */ new Set(names);');
  });

  it('the changed router behaves alike: a property of a class moves to where the class is created', () => {
    const code = shaken(sample);
    expect(code).toContain(
      'var Boundary = /* @__PURE__ */ Object.assign(class extends Component {}, { contextType: Place });',
    );
    // Not made by a call: what is written to it stays where it is.
    expect(code).toContain('names.length = 1;');
    const run = new Function(
      'forwardRef',
      'createContext',
      'Component',
      `${code.replace(/^import .*$/m, '').replace(/^export .*$/m, '')} return { Boundary, Place, names, known };`,
    );
    const made = run(
      (render: unknown) => ({ render }),
      (value: unknown) => ({ value }),
      class {},
    );
    expect(made.Boundary.contextType).toBe(made.Place);
    expect(made.names).toEqual(['a']);
    expect([...made.known]).toEqual(['a']);
  });
});
