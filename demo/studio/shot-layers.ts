const linearOf = Float32Array.from({ length: 256 }, (_, byte) => {
  const value = byte / 255;
  return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4;
});

function byteOf(linear: number): number {
  return Math.round(255 * (linear <= 0.0031308 ? linear * 12.92 : 1.055 * linear ** (1 / 2.4) - 0.055));
}

export const greyFrom = (size: ImageData, linearAt: (at: number) => number): ImageData => {
  const grey = new ImageData(size.width, size.height);
  for (let at = 0; at < grey.data.length; at += 4) {
    grey.data.fill(byteOf(Math.min(1, Math.max(0, linearAt(at)))), at, at + 3);
    grey.data[at + 3] = 255;
  }
  return grey;
};

/** A shot that is transparent round the car, before black. */
export function beforeBlack(shot: ImageData): ImageData {
  const opaque = new ImageData(shot.width, shot.height);
  for (let at = 0; at < shot.data.length; at += 4) {
    const cover = shot.data[at + 3]! / 255;
    for (let channel = 0; channel < 3; channel++)
      opaque.data[at + channel] = shot.data[at + channel]! * cover;
    opaque.data[at + 3] = 255;
  }
  return opaque;
}

/** What the first shot has more than the second, in linear light. */
export function added(white: ImageData, black: ImageData): ImageData {
  const weights = [0.3, 0.5, 0.2] as const;
  return greyFrom(white, (at) =>
    weights.reduce(
      (sum, weight, channel) =>
        sum + weight * (linearOf[white.data[at + channel]!]! - linearOf[black.data[at + channel]!]!),
      0,
    ),
  );
}

/** How much light of the place behind comes to the camera: the car covers it, and the shadow takes its part. */
export function through(shadow: ImageData, car: ImageData): ImageData {
  return greyFrom(shadow, (at) => (1 - car.data[at + 3]! / 255) * linearOf[255 - shadow.data[at + 3]!]!);
}
