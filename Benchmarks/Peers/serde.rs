// Typed decoding and encoding by serde_json: `serde OPERATION DOCUMENT FILE` prints the fewest seconds of several runs.

mod models {
    include!("models.rs");
}

use models::*;
use std::hint::black_box;
use std::time::Instant;

fn fastest<T>(times: usize, mut body: impl FnMut() -> T) -> f64 {
    let begin = Instant::now();
    let (mut best, mut runs) = (f64::MAX, 0);
    while runs < 3 || (begin.elapsed().as_secs_f64() < 1.0 && runs < 200) {
        let start = Instant::now();
        for _ in 0..times {
            black_box(body());
        }
        best = best.min(start.elapsed().as_secs_f64() / times as f64);
        runs += 1;
    }
    best
}

fn run<T: serde::de::DeserializeOwned + serde::Serialize>(operation: &str, bytes: &[u8]) {
    let times = std::cmp::max(1, 200_000 / bytes.len());
    let seconds = match operation {
        "decode" => fastest(times, || serde_json::from_slice::<T>(bytes).unwrap()),
        "encode" => {
            let value: T = serde_json::from_slice(bytes).unwrap();
            fastest(times, || serde_json::to_vec(&value).unwrap())
        }
        _ => panic!("decode or encode"),
    };
    println!("{seconds}");
}

fn main() {
    let arguments: Vec<String> = std::env::args().collect();
    let bytes = std::fs::read(&arguments[3]).unwrap();
    match arguments[2].as_str() {
        "Statistics" => run::<StatisticsDocument>(&arguments[1], &bytes),
        "Provinces" => run::<ProvincesDocument>(&arguments[1], &bytes),
        "Missions" => run::<MissionsDocument>(&arguments[1], &bytes),
        "Messages" => run::<MessagesDocument>(&arguments[1], &bytes),
        "Tracks" => run::<TracksDocument>(&arguments[1], &bytes),
        "Names" => run::<NamesDocument>(&arguments[1], &bytes),
        _ => panic!("unknown document"),
    }
}
