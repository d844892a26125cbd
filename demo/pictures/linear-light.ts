/** Linear light in whole steps: 0 is black, this is white. */
export const whiteLight = 8192;

/** Light of an sRGB byte, in steps. */
export const lightOf = Float32Array.from({ length: 256 }, (_, byte) => {
  const value = byte / 255;
  return whiteLight * (value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4);
});

/** sRGB byte of some steps of light, up to two and a half times white: what is brighter than white is white. */
export const byteOfLight = Uint8Array.from({ length: whiteLight * 2.5 }, (_, light) => {
  const value = Math.min(1, light / whiteLight);
  return Math.round(255 * (value <= 0.0031308 ? value * 12.92 : 1.055 * value ** (1 / 2.4) - 0.055));
});
