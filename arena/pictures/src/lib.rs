//! Drawings as PNG images, for programs that show no SVG, such as messengers.
//!
//! Browsers draw SVG themselves, so the arena needs this only where it is asked for a picture by others. It brings many packages,
//! so `kahua` has it only with the feature `pictures`.

mod variables;

use std::sync::{Arc, LazyLock};

use resvg::tiny_skia::{Color, Pixmap, Transform};
use resvg::usvg::{Options, Tree, fontdb};

/// The fonts of all texts. A machine that runs an arena often has none.
const FONTS: [&[u8]; 2] = [include_bytes!("../fonts/DejaVuSans.ttf"), include_bytes!("../fonts/DejaVuSans-Bold.ttf")];

/// What the fonts call themselves.
const FAMILY: &str = "DejaVu Sans";

static LOADED: LazyLock<Arc<fontdb::Database>> = LazyLock::new(|| {
    let mut fonts = fontdb::Database::new();
    for font in FONTS {
        fonts.load_font_data(font.to_vec());
    }
    fonts.set_sans_serif_family(FAMILY);
    Arc::new(fonts)
});

/// Why there is no picture of a drawing.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("the drawing can't be painted: {0}")]
pub struct NotPainted(String);

/// The most pixels that a side of a picture has. A picture of that width and height takes 16 MiB while it is painted.
pub const SIDE_MAX: u32 = 2048;

/// A drawing as a PNG image on white, in its own size in pixels.
///
/// The drawing is an `svg` element with a width and a height. Its styles may use variables, which have one value each in the whole
/// drawing; those in `@media` count for other readers and are left out. Characters that the fonts don't have are boxes.
///
/// # Errors
/// If it is no SVG, or a side is longer than [`SIDE_MAX`].
pub fn png(drawing: &str) -> Result<Vec<u8>, NotPainted> {
    let drawing = variables::replaced(drawing);
    let options = Options { font_family: FAMILY.to_owned(), fontdb: LOADED.clone(), ..Options::default() };
    let tree = Tree::from_str(&drawing, &options).map_err(|problem| NotPainted(problem.to_string()))?;
    let size = tree.size().to_int_size();
    if size.width().max(size.height()) > SIDE_MAX {
        return Err(NotPainted(format!(
            "it has {} by {} pixels; {SIDE_MAX} a side are allowed",
            size.width(),
            size.height()
        )));
    }
    let mut canvas = Pixmap::new(size.width(), size.height()).ok_or_else(|| NotPainted("it is empty".to_owned()))?;
    canvas.fill(Color::WHITE);
    resvg::render(&tree, Transform::identity(), &mut canvas.as_mut());
    canvas.encode_png().map_err(|problem| NotPainted(problem.to_string()))
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use kahua_engine::registry;
    use kahua_show::{Language, first_drawing};

    use super::*;

    fn painted(drawing: &str) -> Pixmap {
        Pixmap::decode_png(&png(drawing).unwrap()).unwrap()
    }

    fn rgb(picture: &Pixmap, x: u32, y: u32) -> [u8; 3] {
        let pixel = picture.pixel(x, y).unwrap();
        [pixel.red(), pixel.green(), pixel.blue()]
    }

    #[test]
    fn a_drawing_is_painted_on_white_with_the_values_of_its_variables() {
        let picture = painted(
            "<svg xmlns='http://www.w3.org/2000/svg' width='20' height='10'><style>.a { --sea: #0000ff; stroke: #ff0000; stroke-width: 4; } \
             @media (prefers-color-scheme: dark) { .a { --sea: #000000; } } .a rect { fill: var(--sea); }</style>\
             <g class='a'><rect width='10' height='10'/></g></svg>",
        );
        assert_eq!((picture.width(), picture.height()), (20, 10));
        assert_eq!([5, 9, 15].map(|x| rgb(&picture, x, 5)), [[0, 0, 255], [255, 0, 0], [255, 255, 255]]);
    }

    #[test]
    fn texts_are_painted_on_a_machine_without_fonts() {
        let text = |text: &str, weight: u32| {
            let picture = painted(&format!(
                "<svg xmlns='http://www.w3.org/2000/svg' width='90' height='30'>\
                 <text x='5' y='24' font-family='system-ui, sans-serif' font-size='24' font-weight='{weight}'>{text}</text></svg>"
            ));
            picture.pixels().iter().filter(|pixel| pixel.red() < 128).count()
        };
        assert!(text("Kāne", 700) > text("Kāne", 400) && text("Kāne", 400) > 100);
        assert_eq!(text(" ", 400), 0);
    }

    #[test]
    fn the_board_of_every_game_is_painted() {
        for entry in registry::all() {
            let info = entry.info();
            let name = |seat| format!("p{seat}");
            let drawing = first_drawing(*entry, *info.seats.start(), Language::English, name).unwrap().file();
            assert!(!variables::replaced(&drawing).contains("var("), "{}: a variable has no value", info.name);
            let picture = painted(&drawing);
            let colours: BTreeSet<_> =
                picture.pixels().iter().map(|pixel| (pixel.red(), pixel.green(), pixel.blue())).collect();
            assert!(colours.len() > 100, "{}: {} colours", info.name, colours.len());
        }
    }

    #[test]
    fn what_is_no_drawing_or_too_large_is_refused_in_words() {
        let told = |drawing: &str| png(drawing).unwrap_err().to_string();
        assert!(told("<svg").starts_with("the drawing can't be painted: "), "{}", told("<svg"));
        let wide = told("<svg xmlns='http://www.w3.org/2000/svg' width='2049' height='10'/>");
        assert_eq!(wide, "the drawing can't be painted: it has 2049 by 10 pixels; 2048 a side are allowed");
    }
}
