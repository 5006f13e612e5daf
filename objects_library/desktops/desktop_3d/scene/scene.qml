// SPDX-License-Identifier: BSD-3-Clause
// The space: a camera, the ground, and whatever the program adds. It is drawn only when something changes.
import QtQuick
import QtQuick3D

View3D {
    id: space

    property color haze: "#dbe7f0"
    property color soil: "#c9d3bd"
    property color lines: "#aab79e"
    property real cell: 10

    camera: eye
    renderMode: View3D.Underlay  // straight into the window, whose colour is that of the sky
    environment: SceneEnvironment {
        backgroundMode: SceneEnvironment.Transparent
        tonemapMode: SceneEnvironment.TonemapModeNone
        antialiasingMode: SceneEnvironment.NoAA
        depthPrePassEnabled: false
    }

    PerspectiveCamera {
        id: eye
        objectName: "eye"
        fieldOfView: 50
        clipNear: 1
        clipFar: 40000
    }

    Node { id: content }

    Model {
        id: ground
        objectName: "ground"
        source: "#Rectangle"
        eulerRotation.x: -90
        scale: Qt.vector3d(800, 800, 1)
        position: Qt.vector3d(eye.x, -0.4, eye.z)
        materials: CustomMaterial {
            property color soil: space.soil
            property color lines: space.lines
            property color haze: space.haze
            property real cell: space.cell
            property real reach: Math.max(600, eye.y * 30)
            shadingMode: CustomMaterial.Unshaded
            vertexShader: "ground.vert"
            fragmentShader: "ground.frag"
        }
    }

    Component {
        id: plain
        Model {
            castsShadows: false
            receivesShadows: false
            materials: CustomMaterial {
                shadingMode: CustomMaterial.Unshaded
                cullMode: Material.NoCulling
                vertexShader: "lit.vert"
                fragmentShader: "lit.frag"
            }
        }
    }

    Component {
        id: clothed
        Model {
            id: wearer
            property var picture
            property bool live: false
            castsShadows: false
            receivesShadows: false
            materials: CustomMaterial {
                property TextureInput skin: TextureInput {
                    texture: Texture {
                        textureData: wearer.picture
                        tilingModeHorizontal: Texture.Repeat
                        tilingModeVertical: Texture.Repeat
                        generateMipmaps: !wearer.live  // they are made once, and would stay as they were
                        mipFilter: wearer.live ? Texture.None : Texture.Linear
                    }
                }
                shadingMode: CustomMaterial.Unshaded
                cullMode: Material.NoCulling
                vertexShader: "lit.vert"
                fragmentShader: "clothed.frag"
            }
        }
    }

    Component {
        id: soft
        Model {
            castsShadows: false
            receivesShadows: false
            materials: CustomMaterial {
                shadingMode: CustomMaterial.Unshaded
                cullMode: Material.NoCulling
                depthDrawMode: Material.NeverDepthDraw
                sourceBlend: CustomMaterial.SrcAlpha
                destinationBlend: CustomMaterial.OneMinusSrcAlpha
                sourceAlphaBlend: CustomMaterial.One
                destinationAlphaBlend: CustomMaterial.One
                vertexShader: "soft.vert"
                fragmentShader: "soft.frag"
            }
        }
    }

    Component {
        id: board
        Model {
            id: shown
            property var picture
            property bool live: false
            property real glow: 1
            castsShadows: false
            receivesShadows: false
            materials: CustomMaterial {
                property TextureInput skin: TextureInput {
                    texture: Texture {
                        textureData: shown.picture
                        tilingModeHorizontal: Texture.ClampToEdge
                        tilingModeVertical: Texture.ClampToEdge
                        generateMipmaps: !shown.live
                        mipFilter: shown.live ? Texture.None : Texture.Linear
                    }
                }
                property real glow: shown.glow
                shadingMode: CustomMaterial.Unshaded
                cullMode: Material.NoCulling
                vertexShader: "board.vert"
                fragmentShader: "board.frag"
            }
        }
    }

    Component {
        id: words
        Model {
            id: said
            property var picture
            property real steady: 1
            property real tall: 1
            property real wide: 1
            property real raised: 0
            castsShadows: false
            receivesShadows: false
            materials: CustomMaterial {
                property TextureInput skin: TextureInput {
                    texture: Texture {
                        textureData: said.picture
                        tilingModeHorizontal: Texture.ClampToEdge
                        tilingModeVertical: Texture.ClampToEdge
                    }
                }
                property real steady: said.steady
                property real tall: said.tall
                property real wide: said.wide
                property real raised: said.raised
                shadingMode: CustomMaterial.Unshaded
                cullMode: Material.NoCulling
                depthDrawMode: Material.NeverDepthDraw
                sourceBlend: CustomMaterial.SrcAlpha
                destinationBlend: CustomMaterial.OneMinusSrcAlpha
                sourceAlphaBlend: CustomMaterial.One
                destinationAlphaBlend: CustomMaterial.One
                vertexShader: "words.vert"
                fragmentShader: "words.frag"
            }
        }
    }

    function addCrowd(geometry, table, picture, live) {
        const what = {geometry: geometry, instancing: table}
        if (!picture)
            return plain.createObject(content, what)
        what.picture = picture
        what.live = live
        return clothed.createObject(content, what)
    }

    function addSoft(geometry, table) {
        return soft.createObject(content, {geometry: geometry, instancing: table})
    }

    function addBoard(geometry, picture, live) {
        return board.createObject(content, {geometry: geometry, picture: picture, live: live})
    }

    function addWords(geometry, picture) {
        return words.createObject(content, {geometry: geometry, picture: picture})
    }

    function take(thing) {
        thing.destroy()
    }
}
