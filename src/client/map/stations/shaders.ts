/** The programs of the graphics card: one draws pictures at places of the world, one draws lines between places. */

/** A linked program, with its inputs by name. */
export interface Program {
  program: WebGLProgram;
  uniform(name: string): WebGLUniformLocation | null;
  attribute(name: string): number;
}

/** The inputs of both: the middle of the screen, and the sizes of the world and of a pixel in the card's coordinates. */
const VIEW = `#version 300 es
precision highp float;
in vec2 corner;
uniform vec4 centre;
uniform vec2 perWorld, perPixel;
uniform float copy;
vec2 onScreen(vec4 place) {
  vec2 away = (place.xy - centre.xy) + (place.zw - centre.zw);
  return (away + vec2(copy, 0.0)) * perWorld;
}`;

/** Draws pictures from a sheet. `which`: the same picture for all, or -1: each row names its own. */
export const PICTURES = [
  `${VIEW}
in vec4 place, look;
uniform vec2 size, shift, sheet;
uniform float which;
out vec2 at;
out float strength;
void main() {
  bool own = which < 0.0;
  float cell = own ? look.x : which, turn = own ? 0.0 : look.y;
  mat2 turned = mat2(cos(turn), sin(turn), -sin(turn), cos(turn));
  gl_Position = vec4(onScreen(place) + (turned * corner * size / 2.0 + shift) * perPixel, 0.0, 1.0);
  at = (vec2(mod(cell, sheet.x), floor(cell / sheet.x)) + (corner + 1.0) / 2.0) / sheet;
  strength = own ? look.z : look.z * look.w;
}`,
  `#version 300 es
precision mediump float;
uniform sampler2D pictures;
in vec2 at;
in float strength;
out vec4 colour;
void main() { colour = texture(pictures, at) * strength; }`,
] as const;

/** Draws lines between two places. */
export const LINES = [
  `${VIEW}
in vec4 start, end;
uniform float width;
void main() {
  vec2 from = onScreen(start) / perPixel, to = onScreen(end) / perPixel, along = to - from;
  float far = length(along);
  vec2 across = far > 0.0 ? vec2(-along.y, along.x) / far * width / 2.0 : vec2(0.0);
  gl_Position = vec4(((corner.x < 0.0 ? from : to) + across * corner.y) * perPixel, 0.0, 1.0);
}`,
  `#version 300 es
precision mediump float;
uniform vec4 colour;
out vec4 seen;
void main() { seen = colour; }`,
] as const;

/** Compiles and links the two parts of a program. Throws where the graphics card refuses it. */
export function programOf(gl: WebGL2RenderingContext, [corners, points]: readonly [string, string]): Program {
  const program = gl.createProgram();
  for (const [kind, source] of [[gl.VERTEX_SHADER, corners], [gl.FRAGMENT_SHADER, points]] as const) {
    const shader = gl.createShader(kind)!;
    gl.shaderSource(shader, source);
    gl.compileShader(shader);
    gl.attachShader(program, shader);
  }
  gl.linkProgram(program);
  if (!gl.getProgramParameter(program, gl.LINK_STATUS) && !gl.isContextLost()) {
    throw new Error(`the card refuses: ${gl.getProgramInfoLog(program)}`);
  }
  // Each name is looked up once: the graphics card may answer slowly.
  const known = <Place>(ask: (name: string) => Place) => {
    const places = new Map<string, Place>();
    return (name: string): Place => {
      if (!places.has(name)) places.set(name, ask(name));
      return places.get(name)!;
    };
  };
  return {
    program,
    uniform: known((name) => gl.getUniformLocation(program, name)),
    attribute: known((name) => gl.getAttribLocation(program, name)),
  };
}
