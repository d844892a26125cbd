import { FrontSide, MeshPhysicalMaterial, Vector4 } from 'three';
import type { BodyShape } from './body-shapes.ts';
import { endMaskHeight, endMaskWidth } from './front-mask.ts';
import type { MaskTextures } from './mask-canvas.ts';
import { sideMaskHeight, sideMaskLength } from './side-mask.ts';

/** The wheel arches are cut this much wider than the wheels. */
export const archGap = 0.062;

/** Painted parts are told by this mark: the studio shoots them once in black and once in white. */
export function isPaint(material: unknown): material is MeshPhysicalMaterial {
  return material instanceof MeshPhysicalMaterial && material.userData.isPaint === true;
}

export function paintMaterial(): MeshPhysicalMaterial {
  const material = new MeshPhysicalMaterial({
    color: '#000000',
    metalness: 0.25,
    roughness: 0.42,
    clearcoat: 1,
    clearcoatRoughness: 0.03,
    side: FrontSide,
  });
  material.userData.isPaint = true;
  return material;
}

const shared = `#include <common>
varying vec3 bodyPosition;
varying vec3 bodyNormal;`;

const declarations = `${shared}
uniform sampler2D sideColor, sideProperties, frontColor, frontProperties, rearColor, rearProperties;
uniform vec4 wheels;
uniform vec4 blackRoof;
uniform float bedFrom;
vec4 partColor;
vec3 partProperties;`;

/** Cuts the arches out, looks the part up in the mask that the surface faces, and puts its colour over the paint. */
const lookUpPart = `#include <color_fragment>
float wheelDistance = min(distance(bodyPosition.xy, wheels.xz), distance(bodyPosition.xy, wheels.yz));
if (wheelDistance < wheels.w && abs(bodyPosition.z) > 0.45 && bodyPosition.y < wheels.z + wheels.w) discard;
vec3 facing = normalize(bodyNormal);
// The flares of the arches face every way, but belong to the side.
float sideShare = wheelDistance < wheels.w + 0.14 ? 1.0 : smoothstep(0.60, 0.66, abs(facing.z));
vec2 onSide = vec2(bodyPosition.x / ${sideMaskLength.toFixed(3)} + 0.5, bodyPosition.y / ${sideMaskHeight.toFixed(3)});
vec2 onEnd = vec2(bodyPosition.z / ${endMaskWidth.toFixed(3)} + 0.5, bodyPosition.y / ${endMaskHeight.toFixed(3)});
vec4 fromSide = texture2D(sideColor, onSide);
vec4 fromEnd = bodyPosition.x > 0.0 ? texture2D(frontColor, onEnd) : texture2D(rearColor, onEnd);
vec3 sideSurface = texture2D(sideProperties, onSide).rgb;
vec3 endSurface = bodyPosition.x > 0.0 ? texture2D(frontProperties, onEnd).rgb : texture2D(rearProperties, onEnd).rgb;
// Bonnet and roof face neither end; the rear window of a saloon lies nearly as flat.
if (facing.y > (bodyPosition.x > 0.0 ? 0.93 : 0.985) || facing.y < -0.5) fromEnd.a = 0.0;
partColor = mix(fromEnd, fromSide, sideShare);
partProperties = mix(endSurface, sideSurface, sideShare);
if (bodyPosition.x < bedFrom && facing.y > 0.8 && bodyPosition.y > 0.9) {
  partColor = vec4(0.012, 0.012, 0.013, 1.0);
  partProperties = vec3(0.75, 0.0, 0.05);
}
if (bodyPosition.y > blackRoof.w) {
  partColor.rgb = mix(blackRoof.rgb, partColor.rgb, partColor.a);
  partProperties = mix(vec3(0.3, 0.0, 1.0), partProperties, partColor.a);
  partColor.a = 1.0;
}
diffuseColor.rgb = mix(diffuseColor.rgb, partColor.rgb, partColor.a);`;

const replacements: [chunk: string, by: string][] = [
  ['#include <common>', declarations],
  ['#include <color_fragment>', lookUpPart],
  [
    '#include <roughnessmap_fragment>',
    '#include <roughnessmap_fragment>\nroughnessFactor = mix(roughnessFactor, partProperties.r, partColor.a);',
  ],
  [
    '#include <metalnessmap_fragment>',
    '#include <metalnessmap_fragment>\nmetalnessFactor *= 1.0 - partColor.a;',
  ],
  [
    '#include <emissivemap_fragment>',
    '#include <emissivemap_fragment>\ntotalEmissiveRadiance += partColor.rgb * partProperties.g * partColor.a * 1.4;',
  ],
  [
    '#include <lights_physical_fragment>',
    '#include <lights_physical_fragment>\nmaterial.clearcoat *= mix(1.0, partProperties.b, partColor.a);',
  ],
];

const neverReached = 99;

export type BodyMasks = { side: MaskTextures; front: MaskTextures; rear: MaskTextures };

/** Paint with everything else that is on the body, looked up in the three masks by the shader. */
export function bodyMaterial(
  shape: BodyShape,
  masks: BodyMasks,
  hasBlackRoof: boolean,
): MeshPhysicalMaterial {
  const material = paintMaterial();
  const uniforms = {
    sideColor: masks.side.color,
    sideProperties: masks.side.properties,
    frontColor: masks.front.color,
    frontProperties: masks.front.properties,
    rearColor: masks.rear.color,
    rearProperties: masks.rear.properties,
    wheels: new Vector4(shape.frontAxle, shape.rearAxle, shape.wheelRadius, shape.wheelRadius + archGap),
    bedFrom: shape.bedFrom ?? -neverReached,
    blackRoof: new Vector4(0.004, 0.004, 0.005, hasBlackRoof ? shape.height - 0.1 : neverReached),
  };
  material.onBeforeCompile = (shader) => {
    for (const [name, value] of Object.entries(uniforms)) shader.uniforms[name] = { value };
    shader.vertexShader = shader.vertexShader
      .replace('#include <common>', shared)
      .replace(
        '#include <begin_vertex>',
        '#include <begin_vertex>\nbodyPosition = position;\nbodyNormal = normal;',
      );
    for (const [chunk, by] of replacements) shader.fragmentShader = shader.fragmentShader.replace(chunk, by);
  };
  return material;
}
