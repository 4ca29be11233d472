"""What a screen shows is measured in the browser: what is needed lies above the fold, and nothing is cut off."""

from __future__ import annotations

from playwright.sync_api import Page

SIZES = (
    (360, 740),
    (740, 360),
    (820, 1180),
    (1180, 820),
    (1024, 768),
    (1280, 800),
    (1440, 900),
    (1920, 1080),
    (2560, 1440),
)

# What follows its own size has done so, and what follows that: each takes a frame.
STILL = """async () => {
    const lie = () => Array.from(document.querySelectorAll('body *'), each => {
        const {x, y, width, height} = each.getBoundingClientRect()
        return [x, y, width, height]
    }).join()
    let before = ''
    for (let frames = 0, same = 0; frames < 60 && same < 2; frames++) {
        await new Promise(done => requestAnimationFrame(() => requestIdleCallback(done, {timeout: 1000})))
        const now = lie()
        same = now === before ? same + 1 : 0
        before = now
    }
}"""

MEASURE = """() => {
    const found = []
    const SLACK = 1.5 // a border and what rounding does
    const words = element => (element.ariaLabel ?? element.textContent).replace(/\\s+/g, ' ').trim().slice(0, 40)
    const named = element => `${element.tagName.toLowerCase()}.${element.getAttribute('class')}: ${words(element)}`
    const shown = element =>
        element.checkVisibility({visibilityProperty: true}) && !element.closest('dialog, [popover], [inert]')
    const unseen = element => element.closest('.hidden-text') !== null || getComputedStyle(element).clipPath !== 'none'
    const isEmpty = each => each.matches('div') && !each.querySelector('*') && each.textContent.trim() === ''
    const outside = (inner, outer) =>
        inner.left < outer.left - SLACK || inner.right > outer.right + SLACK ||
        inner.top < outer.top - SLACK || inner.bottom > outer.bottom + SLACK
    const page = document.documentElement

    if (page.scrollWidth > innerWidth) found.push(`the page is ${page.scrollWidth} wide`)
    if (page.scrollHeight > innerHeight) found.push(`the page is ${page.scrollHeight} high`)

    // What is needed is seen as a whole: within the window, within whatever scrolls, and above a bar at its foot.
    const bar = document.querySelector('nav.bar')
    const stands = bar && shown(bar) && getComputedStyle(bar).position === 'fixed'
    const foot = stands ? bar.getBoundingClientRect().top : innerHeight
    const fold = {left: 0, top: 0, right: innerWidth, bottom: foot}
    const needed = new Set(document.querySelectorAll('[data-needed], [data-needed] button, nav.bar button'))
    if (!document.querySelector('[data-needed]')) found.push('nothing is said to be needed')
    const SPOTS = [[0.5, 0.5], [0.2, 0.5], [0.8, 0.5], [0.5, 0.2], [0.5, 0.8]]
    const covering = (element, {left, top, width, height}) => SPOTS
        .map(([x, y]) => document.elementFromPoint(left + x * width, top + y * height))
        .find(each => each && !element.contains(each) && !each.contains(element) &&
            each.closest('[data-needed]') !== element.closest('[data-needed]') &&
            (element.matches('button') || !each.closest('.real'))) // what came is tapped over what is only to be seen
    for (const element of needed) {
        if (!shown(element) || unseen(element) || isEmpty(element)) continue
        const rect = element.getBoundingClientRect()
        const over = covering(element, rect)
        if (over) found.push(`covered by ${named(over)}: ${named(element)}`)
        if (rect.width < 1 || rect.height < 1) found.push(`has no room: ${named(element)}`)
        if (outside(rect, element.closest('nav.bar') ? {...fold, bottom: innerHeight} : fold))
            found.push(`below the fold, ${Math.round(rect.bottom)} of ${foot}: ${named(element)}`)
        for (let around = element.parentElement; around && around !== page; around = around.parentElement) {
            const style = getComputedStyle(around)
            if (style.overflowX === 'visible' && style.overflowY === 'visible') continue
            if (outside(rect, around.getBoundingClientRect())) {
                const by = Math.round(rect.bottom - around.getBoundingClientRect().bottom)
                found.push(`cropped (${by} below) by .${around.className}: ${named(element)}`)
                break
            }
        }
    }

    // What one is asked is no corner beside the names.
    const asks = document.querySelector('.ask[data-needed]')
    if (innerWidth >= 1024 && asks && shown(asks) && asks.getBoundingClientRect().width < 384)
        found.push(`squeezed: ${named(asks)}`)

    // Nobody scrolls for half a line, but in the log, which grows with every move.
    for (const element of document.querySelectorAll('body :not(aside *)')) {
        const down = element.scrollHeight - element.clientHeight
        if (!shown(element) || getComputedStyle(element).overflowY !== 'auto' || down <= SLACK) continue
        const line = 1.5 * parseFloat(getComputedStyle(element).fontSize)
        if (down < line) found.push(`scrolls for ${down}: ${named(element)}`)
    }

    // Nothing written is cut off, and no word leaves its button.
    for (const element of document.querySelectorAll('body *')) {
        if (!(element instanceof HTMLElement) || !shown(element) || unseen(element)) continue
        const style = getComputedStyle(element)
        const writes = [...element.childNodes].some(node => node.nodeType === 3 && node.data.trim() !== '')
        const [across, down] = [element.scrollWidth - element.clientWidth, element.scrollHeight - element.clientHeight]
        const holds = style.overflowX !== 'visible' || writes || element.matches('button')
        if (style.display !== 'inline' && holds && across > SLACK)
            found.push(`${across} cut off: ${named(element)}`)
        if (style.overflowY === 'hidden' && style.overflowX === 'hidden' && down > SLACK)
            found.push(`${down} cut off below: ${named(element)}`)
        if (!writes) continue
        const range = document.createRange()
        range.selectNodeContents(element)
        const rect = range.getBoundingClientRect()
        if (rect.left < -SLACK || rect.right > innerWidth + SLACK) found.push(`beside the window: ${named(element)}`)
    }
    return found
}"""


PLACES = """() => Object.fromEntries(['.line', '.fit', '.hand-place', '.scores-place'].map(each => {
    const box = document.querySelector(each)?.getBoundingClientRect()
    return [each, box ? [box.x, box.y, box.width, box.height] : []]
}))"""
UNSEEN = 2  # pixels: what rounding does


def places(page: Page) -> dict[str, list[float]]:
    """Where the parts of a game stand."""
    page.evaluate(STILL)
    found: dict[str, list[float]] = page.evaluate(PLACES)
    return found


def moved(before: dict[str, list[float]], after: dict[str, list[float]]) -> list[str]:
    """Those that are somewhere else, or not there any more."""
    return [
        f"{part} has moved from {old} to {new}"
        for (part, old), new in zip(before.items(), after.values(), strict=True)
        if len(old) != len(new) or any(abs(one - other) > UNSEEN for one, other in zip(old, new, strict=True))
    ]


def complaints(page: Page) -> list[str]:
    """What is wrong with the screen once it has come to rest."""
    page.evaluate(STILL)
    found: list[str] = page.evaluate(MEASURE)
    return found
