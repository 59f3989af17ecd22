import type { drawPicture } from '../../charts/picture/picture.ts'
import type { World } from '../../charts/picture/world.ts'

/** What draws pictures, which loads when the first one is asked for. */
export interface PictureMaker {
  readonly drawPicture: typeof drawPicture
  /** Loaded for the first map. */
  readonly world: World | null
}
